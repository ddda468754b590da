"""``python -m tests.apps.sheets.oracle``: ask LibreOffice anew, and write down what it answers.

Needs ``soffice`` and ``openpyxl``; whoever only runs the tests needs neither.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils.datetime import to_excel
from tests.apps.sheets.oracle.formulas import TABLE, formulas

ANSWERS = Path(__file__).with_name("answers.jsonl")
COUNT = 1_200
_LATE = re.compile(
    r"\b((?:TEXTJOIN|IFNA|XOR|ISOWEEKNUM|DAYS|BASE|DECIMAL|ARABIC|COMBINA|UNICODE|BIT[A-Z]+)\()"
)
_FAR = 10
"""The column with the formulas, right of the table."""


def main() -> None:
    """Ask and write."""
    asked = formulas(COUNT)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        for row, line in enumerate(TABLE, 1):
            for column, value in enumerate(line, 1):
                if value is not None and value != "":
                    sheet.cell(row, column, value)
        for row, formula in enumerate(asked, 1):
            sheet.cell(row, _FAR, _for_files(formula))
        book.save(folder / "asked.xlsx")
        command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile",
                   "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder / "out"),
                   str(folder / "asked.xlsx")]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        answered = openpyxl.load_workbook(folder / "out" / "asked.xlsx", data_only=True).worksheets[
            0
        ]
        lines = [
            json.dumps([formula, _told(answered.cell(row, _FAR))], ensure_ascii=False)
            for row, formula in enumerate(asked, 1)
        ]
    ANSWERS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _for_files(formula: str) -> str:
    """A formula as files hold it: functions that came late have a prefix there."""
    return _LATE.sub(r"_xlfn.\1", formula)


def _told(cell: Any) -> Any:
    """A value as JSON; an error in a list of its own."""
    if cell.data_type == "e":
        return [cell.value]
    if cell.is_date:
        return to_excel(cell.value)
    return cell.value


if __name__ == "__main__":
    main()
