import pytest
from playwright.sync_api import Browser, Page, expect
from tests.kit import Doors, Office
from workworld.host import Host
from workworld.calls import perform
from workworld.context import Actor
from workworld.apps.chat.service import messages, reactions, stars, choices, profiles, presence
pytestmark = pytest.mark.browser
OUT="/tmp/reading-shots"

def test_look(chrome: Browser, host: Host, doors: Doors, office: Office) -> None:
    import os; os.makedirs(OUT, exist_ok=True)
    w=doors.world; me=doors.person_id
    p=lambda h: Actor(office.people[h])
    ch=office.channels
    mine=perform(w,doors.actor,messages.post,channel_id=ch["general"],text="Who has the loading dock keys? :key:")
    perform(w,p("mchen"),messages.post,channel_id=ch["general"],text="I have them, see <#%s>"%ch["deploys"],thread_ts=mine.ts)
    perform(w,p("mchen"),reactions.add,channel_id=ch["general"],ts=mine.ts,emoji="tada")
    for n in range(3): perform(w,p("mchen"),messages.post,channel_id=ch["deploys"],text=f"Deploy {n} done")
    perform(w,p("tbreslin"),messages.post,channel_id=ch["product-eng"],text=f"<@{me}> can you look at this? It is *urgent*.")
    perform(w,p("tbreslin"),messages.post,channel_id=ch["product-eng"],text=f"<!channel> standup moves to 10:00")
    perform(w,p("jwikstrand"),messages.post,channel_id=ch["deploy-alerts"],text="noise")
    perform(w,doors.actor,stars.add,channel_id=ch["product-eng"])
    perform(w,doors.actor,choices.set_for_channel,channel_id=ch["deploy-alerts"],is_muted=True)
    perform(w,p("mchen"),profiles.update,status_text="Working from home",status_emoji="house_with_garden",status_expiration=0)
    perform(w,p("tbreslin"),presence.set,presence="away")
    for theme, size in (("light",(1280,800)),("dark",(1280,800)),("light",(1920,1080)),):
        context = chrome.new_context(viewport={"width":size[0],"height":size[1]}, color_scheme=theme)
        page=context.new_page()
        page.on("console", lambda m: print("CONSOLE", m.text))
        page.on("pageerror", lambda m: print("ERROR", m))
        page.goto(host.launch_url(w.id, me))
        base=page.url.split("/w/")[0]+f"/w/{w.id}/chat"
        for name,path in (("announcements",f"/c/{ch['announcements']}"),("unreads","/unreads"),("threads","/threads"),("activity","/activity"),("status","/status"),("prefs","/settings/notifications"),("prefs2","/settings/sidebar"),("notif",f"/c/{ch['announcements']}/notifications")):
            page.goto(base+path); page.wait_for_timeout(350)
            page.screenshot(path=f"{OUT}/{name}-{theme}-{size[0]}.png")
        page.goto(base+f"/c/{ch['announcements']}")
        page.get_by_role("button", name="Sidebar options").click()
        page.wait_for_timeout(200)
        page.screenshot(path=f"{OUT}/menu-{theme}-{size[0]}.png")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Ana Ruiz, profile").click(); page.wait_for_timeout(200)
        page.screenshot(path=f"{OUT}/profile-{theme}-{size[0]}.png")
        context.close()
