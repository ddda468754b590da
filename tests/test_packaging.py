"""What people install: each form gives a working command, whatever lies in their own folder."""

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.gates.sampling import sample

ROOT = Path(__file__).resolve().parents[1]
LINKED = ("apps", "mcp_servers", "seed_data", "tasks")
pytestmark = pytest.mark.packaging


def run(*command: object, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=environment or None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git would commit, so that builds leave nothing in the real checkout."""
    copy = tmp_path_factory.mktemp("checkout") / "workworld"
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in listed.splitlines():
        source, target = ROOT / name, copy / name
        if not source.exists() and not source.is_symlink():
            continue  # deleted, not committed yet
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)
    return copy


@pytest.fixture(scope="module")
def distributions(checkout: Path) -> dict[str, Path]:
    """The sdist, the wheel built from it, and the wheel built from the checkout."""
    build = (sys.executable, "-m", "build", "--no-isolation")
    run(*build, "--outdir", "from-sdist", ".", cwd=checkout)  # sdist, then the wheel from it
    run(*build, "--wheel", "--outdir", "direct", ".", cwd=checkout)
    return {
        "sdist": next((checkout / "from-sdist").glob("*.tar.gz")),
        "wheel from sdist": next((checkout / "from-sdist").glob("*.whl")),
        "wheel": next((checkout / "direct").glob("*.whl")),
    }


def test_checked_in_links_lead_to_the_real_folders() -> None:
    for name in LINKED:
        link = ROOT / "src/workworld" / name
        assert link.is_symlink()
        assert link.resolve() == ROOT / name


def test_both_wheels_hold_the_same_files(distributions: dict[str, Path]) -> None:
    held = []
    for name in ("wheel from sdist", "wheel"):
        with zipfile.ZipFile(distributions[name]) as wheel:
            held.append(sorted(n for n in wheel.namelist() if n.startswith("workworld/")))
    assert held[0] == held[1]
    for needed in (
        "workworld/apps/chat/templates/channel.html",
        "workworld/apps/chat/static/chat.css",
        "workworld/doors/static/vendor/inter-latin-wght-normal.woff2",
        "workworld/doors/static/vendor/inter.LICENSE.txt",
        "workworld/seed_data/tiny/messages/general.yaml",
        "workworld/tasks/communication/post_announcement.py",
        "workworld/py.typed",
    ):
        assert needed in held[0]


def test_nothing_generic_lands_in_site_packages(distributions: dict[str, Path]) -> None:
    with zipfile.ZipFile(distributions["wheel"]) as wheel:
        tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"workworld"}


def test_sdist_carries_licence_and_no_caches(distributions: dict[str, Path]) -> None:
    with tarfile.open(distributions["sdist"]) as sdist:
        names = sdist.getnames()
    assert any(name.endswith("/LICENSE") for name in names)
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.parametrize("form", sample(["wheel from sdist", "editable", "wheel"], 2))
def test_installed_command_works_beside_a_users_own_folders(
    form: str, distributions: dict[str, Path], checkout: Path, tmp_path: Path
) -> None:
    """Installed without dependencies, which are borrowed from this environment by a .pth line."""
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv/bin/python"
    packages = Path(
        run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path
        ).strip()
    )
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    what = ("--editable", checkout) if form == "editable" else (distributions[form],)
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps")
    run(*pip, "--no-build-isolation", "--disable-pip-version-check", *what, cwd=tmp_path)

    user = tmp_path / "project"
    for folder in ("apps", "tasks", "tests", "seed_data", "mcp_servers"):
        (user / folder).mkdir(parents=True)
        (user / folder / "__init__.py").write_text("raise ImportError('a folder of the user')\n")
    home = {"WORKWORLD_HOME": str(tmp_path / "home")}
    command = tmp_path / "venv/bin/workworld"
    assert "version" in run(command, "--version", cwd=user, **home)
    build = (command, "snapshot", "build", "--preset", "tiny")
    assert run(*build, cwd=user, **home).strip().endswith(".sqlite")
    assert "version" in run(python, "-m", "workworld", "--version", cwd=user, **home)
    where = run(python, "-c", "import workworld; print(workworld.__file__)", cwd=user, **home)
    assert str(checkout if form == "editable" else packages) in where
