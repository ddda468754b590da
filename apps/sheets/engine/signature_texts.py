"""How functions are called that people need most, one a line: name, arguments, what it does."""

from __future__ import annotations

ALL = """
= Math
ABS(number) A number without its sign.
ACOS(number) The angle of which a number is the cosine, in radians.
ARABIC(text) The number that a Roman numeral stands for.
ASIN(number) The angle of which a number is the sine, in radians.
ATAN(number) The angle of which a number is the tangent, in radians.
ATAN2(x, y) The angle between the x axis and a point, in radians.
BASE(number, base, [least_length]) A number written in another base.
CEILING(number, [factor]) A number rounded up to a multiple of a factor.
COMBIN(number, chosen) In how many ways some of a set can be chosen.
CONVERT(number, from_unit, to_unit) A number in another unit.
COS(angle) The cosine of an angle in radians.
COUNTBLANK(range) How many cells of a range are blank.
COUNTIF(range, criterion) How many cells meet a condition.
COUNTIFS(range1, criterion1, [range2, criterion2], …) How many rows meet all conditions.
COUNTUNIQUE(value1, [value2], …) How many different values there are.
DEC2HEX(number, [least_length]) A number in hexadecimal.
DECIMAL(text, base) The number that a text of another base stands for.
DEGREES(angle) An angle in radians as degrees.
EVEN(number) A number rounded up to an even one.
EXP(exponent) e raised to a power.
FACT(number) The product of all whole numbers up to a number.
FLOOR(number, [factor]) A number rounded down to a multiple of a factor.
GCD(number1, [number2], …) The greatest common divisor.
HEX2DEC(text) The number that a hexadecimal text stands for.
INT(number) A number rounded down to a whole one.
ISEVEN(number) Whether a number is even.
ISODD(number) Whether a number is odd.
LCM(number1, [number2], …) The least common multiple.
LN(number) The natural logarithm.
LOG(number, [base]) The logarithm to a base, 10 unless given.
LOG10(number) The logarithm to base 10.
MDETERM(matrix) The determinant of a matrix.
MINVERSE(matrix) The inverse of a matrix.
MMULT(matrix1, matrix2) The product of two matrices.
MOD(dividend, divisor) What is left after a division.
MROUND(number, factor) A number rounded to the nearest multiple.
ODD(number) A number rounded up to an odd one.
PERMUT(number, chosen) In how many orders some of a set can be chosen.
PI() The number π.
POWER(base, exponent) A number raised to a power.
PRODUCT(factor1, [factor2], …) Numbers multiplied with one another.
QUOTIENT(dividend, divisor) The whole part of a division.
RADIANS(angle) An angle in degrees as radians.
RAND() A number at random from 0 to below 1.
RANDARRAY([rows], [columns]) An array of numbers at random.
RANDBETWEEN(low, high) A whole number at random between two.
ROMAN(number) A number as a Roman numeral.
ROUND(number, [places]) A number rounded to so many decimal places.
ROUNDDOWN(number, [places]) A number rounded towards zero.
ROUNDUP(number, [places]) A number rounded away from zero.
SEQUENCE(rows, [columns], [start], [step]) Numbers in their order.
SIGN(number) -1, 0 or 1 by the sign of a number.
SIN(angle) The sine of an angle in radians.
SQRT(number) The square root.
SUBTOTAL(function_code, range1, [range2], …) A total that leaves out rows hidden by a filter.
SUM(value1, [value2], …) The sum of numbers.
SUMIF(range, criterion, [sum_range]) The sum of cells that meet a condition.
SUMIFS(sum_range, range1, criterion1, [range2, criterion2], …) The sum where all conditions hold.
SUMPRODUCT(array1, [array2], …) The sum of products of arrays.
SUMSQ(value1, [value2], …) The sum of squares.
SUMXMY2(array_x, array_y) The sum of the squares of differences.
TAN(angle) The tangent of an angle in radians.
TRUNC(number, [places]) A number cut off at so many decimal places.
= Statistics
AVERAGE(value1, [value2], …) The mean of numbers.
AVERAGEIF(range, criterion, [average_range]) The mean of cells that meet a condition.
AVERAGEIFS(average_range, range1, criterion1, …) The mean where all conditions hold.
CONFIDENCE(alpha, deviation, size) Half the width of a confidence interval.
CORREL(data_y, data_x) How closely two series go together, from -1 to 1.
COUNT(value1, [value2], …) How many numbers there are.
COUNTA(value1, [value2], …) How many values there are.
COVAR(data_y, data_x) The covariance of two series.
FORECAST(x, data_y, data_x) What a straight line through the data comes to at x.
FREQUENCY(data, classes) How many values fall into each class.
GEOMEAN(value1, [value2], …) The geometric mean.
GROWTH(known_y, [known_x], [new_x]) What an exponential curve through the data comes to.
HARMEAN(value1, [value2], …) The harmonic mean.
INTERCEPT(data_y, data_x) Where a straight line through the data begins.
LARGE(data, n) The n-th largest number.
LINEST(known_y, [known_x]) A straight line through the data.
MAX(value1, [value2], …) The largest number.
MAXIFS(range, criteria_range1, criterion1, …) The largest where all conditions hold.
MEDIAN(value1, [value2], …) The number in the middle.
MIN(value1, [value2], …) The smallest number.
MINIFS(range, criteria_range1, criterion1, …) The smallest where all conditions hold.
MODE(value1, [value2], …) The number that comes most often.
NORM.DIST(x, mean, deviation, is_cumulative) The normal distribution.
NORM.INV(probability, mean, deviation) The inverse of the normal distribution.
NORM.S.DIST(x, [is_cumulative]) The standard normal distribution.
PERCENTILE(data, part) The number below which a part of the data lies.
PERCENTILE.EXC(data, part) The same, without the ends.
PERCENTRANK(data, value) At which part of the data a value lies.
QUARTILE(data, number) A quartile of the data.
QUARTILE.EXC(data, number) A quartile of the data, without the ends.
RANK(value, data, [is_ascending]) Which place a value has.
RSQ(data_y, data_x) The square of the correlation.
SLOPE(data_y, data_x) How steep a straight line through the data is.
SMALL(data, n) The n-th smallest number.
STDEV(value1, [value2], …) The standard deviation of a sample.
STDEV.P(value1, [value2], …) The standard deviation of all.
STDEV.S(value1, [value2], …) The standard deviation of a sample.
STDEVP(value1, [value2], …) The standard deviation of all.
T.TEST(range1, range2, tails, type) How probable it is that two samples have one mean.
TREND(known_y, [known_x], [new_x]) What a straight line through the data comes to.
TRIMMEAN(data, part) The mean without the extremes.
VAR(value1, [value2], …) The variance of a sample.
VAR.P(value1, [value2], …) The variance of all.
VAR.S(value1, [value2], …) The variance of a sample.
VARP(value1, [value2], …) The variance of all.
= Logic
AND(condition1, [condition2], …) Whether all conditions hold.
FALSE() The truth value FALSE.
IF(condition, value_if_true, [value_if_false]) One of two values, by a condition.
IFERROR(value, [value_if_error]) A value, or another in the place of an error.
IFNA(value, value_if_na) A value, or another in the place of #N/A.
IFS(condition1, value1, [condition2, value2], …) The value of the first condition that holds.
LAMBDA([name1, …], formula) A function of one's own.
LET(name1, value1, …, formula) A formula with names for values.
NOT(condition) Whether a condition does not hold.
OR(condition1, [condition2], …) Whether one condition holds at least.
SWITCH(expression, case1, value1, …, [default]) The value of the case that fits.
TRUE() The truth value TRUE.
XOR(condition1, [condition2], …) Whether an odd number of conditions hold.
= Lookup
GETPIVOTDATA(value, pivot_table, [field, item], …) A value of a pivot table.
ADDRESS(row, column, [mode], [is_a1], [sheet]) The address of a cell as text.
CHOOSE(index, choice1, [choice2], …) One of several values by its place.
COLUMN([cell]) The number of a column.
COLUMNS(range) How many columns a range has.
FORMULATEXT(cell) The formula of a cell as text.
HLOOKUP(key, range, row, [is_sorted]) What stands below a key in the first row.
INDEX(range, [row], [column]) What stands at a place of a range.
INDIRECT(text, [is_a1]) The cells that a text names.
LOOKUP(key, search_range, [result_range]) What stands beside a key in sorted data.
MATCH(key, range, [type]) At which place a key stands.
OFFSET(cell, rows, columns, [height], [width]) A range so far from a cell.
ROW([cell]) The number of a row.
ROWS(range) How many rows a range has.
VLOOKUP(key, range, column, [is_sorted]) What stands beside a key in the first column.
XLOOKUP(key, search_range, result_range, [missing], [match], [search]) What stands beside a key.
XMATCH(key, range, [match], [search]) At which place a key stands.
= Text
CHAR(number) The character of a code.
CLEAN(text) A text without characters that cannot be printed.
CODE(text) The code of the first character.
CONCAT(value1, value2) Two texts joined.
CONCATENATE(text1, [text2], …) Texts joined.
DOLLAR(number, [places]) A number as an amount of money.
EXACT(text1, text2) Whether two texts are the same, capitals included.
FIND(search_for, text, [start]) At which place a text stands in another, by capitals too.
FIXED(number, [places], [without_commas]) A number as text with so many places.
JOIN(delimiter, value1, [value2], …) Values joined with something between.
LEFT(text, [count]) The first characters.
LEN(text) How many characters there are.
LOWER(text) A text in small letters.
MID(text, start, count) Characters from the middle.
NUMBERVALUE(text, [decimal], [group]) A text as a number, by its own separators.
PROPER(text) A text with a capital at each word.
REGEXEXTRACT(text, pattern) What of a text fits a pattern.
REGEXMATCH(text, pattern) Whether a text fits a pattern.
REGEXREPLACE(text, pattern, replacement) A text with what fits a pattern replaced.
REPLACE(text, start, count, new_text) A text with characters at a place replaced.
REPT(text, count) A text so many times.
RIGHT(text, [count]) The last characters.
SEARCH(search_for, text, [start]) At which place a text stands in another.
SPLIT(text, delimiter, [by_each], [without_empty]) A text divided into cells.
SUBSTITUTE(text, search_for, replacement, [occurrence]) A text with another in its place.
T(value) A text; anything else is nothing.
TEXT(number, format) A number as text through a format.
TEXTAFTER(text, delimiter, [occurrence]) What comes after a delimiter.
TEXTBEFORE(text, delimiter, [occurrence]) What comes before a delimiter.
TEXTJOIN(delimiter, ignore_empty, text1, [text2], …) Texts joined with something between.
TEXTSPLIT(text, column_delimiter, [row_delimiter]) A text divided into columns and rows.
TRIM(text) A text without needless spaces.
UNICHAR(number) The Unicode character of a number.
UNICODE(text) The Unicode number of the first character.
UPPER(text) A text in capitals.
VALUE(text) A text as a number.
= Date
DATE(year, month, day) A date.
DATEDIF(start, end, unit) Days, months or years between two dates.
DATEVALUE(text) A text as a date.
DAY(date) The day of the month.
DAYS(end, start) How many days lie between two dates.
DAYS360(start, end, [method]) Days in a year of 360.
EDATE(date, months) The date so many months later.
EOMONTH(date, months) The last day of a month so many months later.
EPOCHTODATE(timestamp, [unit]) The date of a Unix timestamp.
HOUR(time) The hour.
ISOWEEKNUM(date) The week of the year, by ISO 8601.
MINUTE(time) The minute.
MONTH(date) The month.
NETWORKDAYS(start, end, [holidays]) Working days between two dates.
NETWORKDAYS.INTL(start, end, [weekend], [holidays]) The same, with other weekends.
NOW() The date and time now.
SECOND(time) The second.
TIME(hour, minute, second) A time.
TIMEVALUE(text) A text as a time.
TODAY() The date today.
WEEKDAY(date, [type]) The day of the week as a number.
WEEKNUM(date, [type]) The week of the year.
WORKDAY(start, days, [holidays]) The date so many working days later.
WORKDAY.INTL(start, days, [weekend], [holidays]) The same, with other weekends.
YEAR(date) The year.
YEARFRAC(start, end, [convention]) The years between two dates.
= Finance
CUMIPMT(rate, periods, value, first, last, type) Interest paid over several periods.
DB(cost, salvage, life, period, [month]) Depreciation by a declining balance.
FV(rate, periods, payment, [value], [type]) What an investment comes to.
IPMT(rate, period, periods, value, [end], [type]) The interest of a payment.
IRR(cash_flows, [guess]) The internal rate of return.
NPER(rate, payment, value, [end], [type]) How many payments it takes.
NPV(rate, value1, [value2], …) The net present value.
PMT(rate, periods, value, [end], [type]) The payment of a loan.
PPMT(rate, period, periods, value, [end], [type]) The repayment within a payment.
PV(rate, periods, payment, [end], [type]) What future payments are worth now.
RATE(periods, payment, value, [end], [type], [guess]) The rate of interest.
SLN(cost, salvage, life) Depreciation in equal parts.
XIRR(cash_flows, dates, [guess]) The internal rate of return by dates.
XNPV(rate, cash_flows, dates) The net present value by dates.
= Information
CELL(kind, cell) Something about a cell.
ERROR.TYPE(value) The number of an error.
ISBLANK(value) Whether a cell is blank.
ISERR(value) Whether a value is an error other than #N/A.
ISERROR(value) Whether a value is an error.
ISFORMULA(cell) Whether a cell holds a formula.
ISLOGICAL(value) Whether a value is TRUE or FALSE.
ISNA(value) Whether a value is #N/A.
ISNUMBER(value) Whether a value is a number.
ISREF(value) Whether something names cells.
ISTEXT(value) Whether a value is text.
N(value) A value as a number.
NA() The error #N/A.
TYPE(value) The kind of a value as a number.
= Arrays
QUERY(data, query, [headers]) What a query in Google's query language finds in a range.
AGGREGATE(function_code, options, range1, …) A total that leaves out what one says.
ARRAYFORMULA(formula) A formula worked out for whole ranges.
BYCOL(array, lambda) A function applied to each column.
BYROW(array, lambda) A function applied to each row.
CHOOSECOLS(array, column1, …) Some columns of an array.
CHOOSEROWS(array, row1, …) Some rows of an array.
DROP(array, rows, [columns]) An array without its first or last rows.
EXPAND(array, rows, [columns], [with]) An array made larger.
FILTER(range, condition1, [condition2], …) The rows or columns that meet conditions.
FLATTEN(range1, …) All values in one column.
HSTACK(range1, …) Ranges beside one another.
MAKEARRAY(rows, columns, lambda) An array of what a function comes to.
MAP(array1, …, lambda) A function applied to each value.
REDUCE(start, array, lambda) Values brought together to one.
SCAN(start, array, lambda) Values brought together step by step.
SORT(range, [column, is_ascending], …) Rows in their order.
SORTBY(range, by, [order], …) Rows in the order of others.
SORTN(range, [n], [ties], [column, is_ascending], …) The first rows in their order.
TAKE(array, rows, [columns]) The first or last rows of an array.
TOCOL(array, [ignore], [by_column]) All values in one column.
TOROW(array, [ignore], [by_column]) All values in one row.
TRANSPOSE(range) Rows as columns.
UNIQUE(range, [by_column], [once_only]) Each row once.
VSTACK(range1, …) Ranges below one another.
WRAPCOLS(range, count, [with]) A row in columns of so many.
WRAPROWS(range, count, [with]) A row in lines of so many.
= Web
HYPERLINK(url, [label]) A link.
IMAGE(url, [mode], [height], [width]) A picture.
SPARKLINE(data, [options]) A small chart within a cell.
= Other apps
CRM(view, [object]) The records of one of the CRM's list views, as a table.
CRMFORECAST([day], [user]) A forecast of the CRM with its lines and their total.
IMPORTRANGE(spreadsheet_url, range_string) The values of a range of another workbook.
ISSUES(jql, [fields]) The issues that a query in the tracker finds, as a table.
PERSON(email, [field]) A fact about a colleague, by default the name.
"""
