"""Which texts of the CRM people fill with what they like, for the gates."""

from __future__ import annotations

from workworld.apps.crm.schema import objects

_ADDRESS = ("street", "city", "state", "postal_code", "country")


def _addresses(*kinds: str) -> tuple[str, ...]:
    return tuple(f"{kind}_{part}" for kind in kinds for part in _ADDRESS)


_FLOW = ("name", "description", "text")
FREE_JSON = {
    "crm_business_hours": {"holidays": ("name",)},
    "crm_cadence_trackers": {"steps": ("subject", "notes")},
    "crm_cadences": {"steps": ("subject", "notes")},
    "crm_flow_versions": {"definition": _FLOW},
    "crm_flows": {"draft": _FLOW},
    "crm_playbooks": {"steps": ("subject",)},
    "crm_reports": {"definition": ("label", "blocks/name")},  # others are named by pattern
}
_READ = ("formula", "value", "who")
FIXED_JSON = {
    "crm_duplicate_rules": {"matchers": ("",)},
    "crm_fields": {"allowed": ("*",)},
    "crm_flow_versions": {"definition": _READ},
    "crm_flows": {"draft": _READ},
    "crm_record_types": {"values": ("*",), "defaults": ("*",)},
    "crm_reports": {"definition": ("granularity", "value")},
}
FREE_TEXT = {
    "crm_accounts": (
        "name",
        "phone",
        "territory",
        "account_number",
        "description",
        *_addresses("billing", "shipping"),
    ),
    "crm_approval_processes": ("name",),
    "crm_approval_requests": ("comment",),
    "crm_articles": ("title", "summary", "body"),
    "crm_assets": ("name", "description"),
    "crm_assignment_rules": ("name",),
    "crm_business_hours": ("name",),
    "crm_cadences": ("name", "description"),
    "crm_campaigns": ("name", "description"),
    "crm_case_comments": ("body",),
    "crm_case_surveys": ("comment",),
    "crm_cases": ("subject", "supplied_name", "resolution", "description"),
    "crm_contacts": (
        "first_name",
        "last_name",
        "name",
        "title",
        "department",
        "phone",
        "mobile",
        "description",
        *_addresses("mailing"),
    ),
    "crm_contracts": ("name", "terms", "description"),
    "crm_dashboard_widgets": ("title", "footer"),
    "crm_dashboards": ("name", "description"),
    "crm_documents": ("title",),
    "crm_duplicate_rules": ("name",),
    "crm_email_messages": ("subject", "from_name", "text_body"),
    "crm_email_templates": ("name", "description", "subject", "body"),
    "crm_entitlements": ("name",),
    "crm_escalation_rules": ("name",),
    "crm_event_relations": ("response",),
    "crm_events": ("subject", "location", "description"),
    "crm_feed_comments": ("body",),
    "crm_feed_items": ("title", "body"),
    "crm_field_history": ("old_value", "new_value"),
    "crm_file_versions": ("title", "path", "reason", "description"),
    "crm_flows": ("name",),
    "crm_fields": ("label", "help"),
    "crm_forecast_adjustments": ("note",),
    "crm_groups": ("name",),
    "crm_lead_score_rules": ("name",),
    "crm_leads": (
        "first_name",
        "last_name",
        "name",
        "company",
        "title",
        "phone",
        "description",
        *_ADDRESS,
    ),
    "crm_list_views": ("name",),
    "crm_macro_instructions": ("value",),
    "crm_macros": ("name", "description"),
    "crm_milestone_types": ("name", "description"),
    "crm_notes": ("title", "body"),
    "crm_opportunities": ("name", "next_step", "competitor", "description"),
    "crm_opportunity_lines": ("name", "description"),
    "crm_territories": ("name", "description"),
    "crm_territory_members": ("role",),
    "crm_picklist_values": ("value",),
    "crm_playbooks": ("name",),
    "crm_pricebook_entries": ("name",),
    "crm_pricebooks": ("name", "description"),
    "crm_products": ("name", "unit", "description"),
    "crm_profiles": ("name", "description"),
    "crm_quick_texts": ("name", "message"),
    "crm_quotes": (
        "name",
        "billing_name",
        "billing_street",
        "billing_country",
        "shipping_name",
    ),
    "crm_record_types": ("name", "description"),
    "crm_report_folders": ("name",),
    "crm_reports": ("name", "description"),
    "crm_roles": ("name",),
    "crm_sharing_rules": ("name",),
    "crm_sla_processes": ("name", "description"),
    "crm_tasks": ("subject", "call_result", "description"),
    "crm_users": ("department",),
    "crm_validation_rules": ("description", "message"),
}
FIXED = {
    each.model.__tablename__: [
        field.column for field in each.fields.values() if field.picklist and field.column
    ]
    for each in objects.objects().values()
} | {
    "crm_validation_rules": ["formula"],
    "crm_playbooks": ["formula"],
    "crm_lead_score_rules": ["formula"],
}
