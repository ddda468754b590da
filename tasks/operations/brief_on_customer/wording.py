"""What colleagues say of a customer, and in which words the briefing is asked for."""

SAID = (
    "Before anybody quotes the CRM on {customer}: “{deal}” is at ${first:,} by now, I enter it "
    "when they have signed. And case {case} is about {issue}, not about what is linked there.",
    "{customer}, for the record. “{deal}” has become ${first:,}, which the CRM gets from me once "
    "it is signed. The issue of case {case} is {issue}, somebody has linked another one.",
)
GUESSED = (
    "I would put down ${guess:,} for “{deal}”, they always come down a little.",
    "${guess:,} for “{deal}” sounds more like them to me.",
)
AGAIN = (
    "They have called once more: “{deal}” is ${last:,} now.",
    "One more site has come in, so “{deal}” is at ${last:,}.",
)
ASKS = (
    "Please complete the spreadsheet “{title}” for {customer}. On {deals} goes a line for each of "
    "their open deals in the CRM, by close date; on {cases} one for each of their open cases, by "
    "number, with the tracker's issue that the case names (Issue) and that issue's status and fix "
    "version.",
    "I need a briefing on {customer}: the spreadsheet “{title}” has the headings. List their open "
    "deals on {deals}, the earliest close date first, and their open cases on {cases}, in the "
    "order of their numbers, both from the CRM. Issue is the key of the issue that the case names; "
    "Status and Version are that issue's in the tracker, Version being its fix version.",
)
RULES = (
    " If an issue was closed as a duplicate, the three columns are those of the issue that it "
    "duplicates. Where there is no issue or no version, write “{none}”. Weighted is a formula, the "
    "amount times the probability (which is in percent), and so is each figure on {summary}. "
    "What the account's owner has written in #{channel} about a deal or a case goes before what "
    "the CRM says. When all is there, tell the owner in #{channel}, mentioning them: “{news}”, "
    "with the numbers.",
    " An issue that was closed as a duplicate stands for the one that it duplicates: put down that "
    "one's key, status and version. “{none}” goes where an issue or a version is missing. Amount "
    "and probability are as in the CRM (percent as a plain number), unless the owner of the "
    "account has said otherwise in #{channel}: then that counts, for cases too. Weighted, amount "
    "times probability, and the figures on {summary} are formulas. In the end write to the owner, "
    "by a mention in #{channel}: “{news}”, with both numbers filled in.",
)
NEWS = "The briefing on {customer} is ready: {deals} open deals, {cases} open cases."
WHYS = (
    "There is a meeting with them tomorrow, and the last briefing was copied from the one before.",
    "Whoever asks gets another number, and I want one page to look at.",
)
LIMITS = (
    "Only the owner's last word counts, not what others suppose. Enter dates as dates, change "
    "nothing in the CRM or in the tracker, and no other cell, and write to nobody else.",
    "A later word of the owner replaces an earlier one, and nobody else speaks for the customer. "
    "Dates are entered as dates. CRM and tracker stay as they are, the headings too, and only the "
    "owner is written to, once.",
)
