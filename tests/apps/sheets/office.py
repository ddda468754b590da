"""Another program that opens and saves workbooks."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

NEEDED = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


def saved_anew(workbook: bytes, folder: Path) -> bytes:
    """An Excel workbook as LibreOffice saves it after opening it."""
    source = folder / "workbook.xlsx"
    source.write_bytes(workbook)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"]
    subprocess.run([*command, "--outdir", folder / "out", source], check=True, timeout=120,
                   capture_output=True)  # fmt: skip
    return (folder / "out" / source.name).read_bytes()
