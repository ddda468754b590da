"""How functions are called that fewer people need, one a line: name, arguments, what it does."""

from __future__ import annotations

FURTHER = """
= Math
ACOSH(number) The inverse hyperbolic cosine of a number.
ADD(value1, value2) The sum of two numbers.
BIN2DEC(text) The number that a binary text stands for.
BITAND(number1, number2) The bits that both numbers have.
BITLSHIFT(number, places) A number with its bits moved to the left.
BITOR(number1, number2) The bits that either number has.
BITRSHIFT(number, places) A number with its bits moved to the right.
BITXOR(number1, number2) The bits that one of both numbers has.
CEILING.MATH(number, [factor], [mode]) A number rounded up to a multiple.
COMBINA(number, chosen) In how many ways some of a set can be chosen that may come again.
COSH(number) The hyperbolic cosine of a number.
COT(angle) The cotangent of an angle in radians.
CSC(angle) The cosecant of an angle in radians.
DEC2BIN(number, [least_length]) A number in binary.
DEC2OCT(number, [least_length]) A number in octal.
DELTA(number1, [number2]) 1 if two numbers are equal, else 0.
DIVIDE(dividend, divisor) One number divided by another.
ERF(lower, [upper]) The error function.
ERFC(number) What is left of the error function.
FACTDOUBLE(number) The product of every second whole number up to a number.
FLOOR.MATH(number, [factor], [mode]) A number rounded down to a multiple.
GESTEP(number, [step]) 1 if a number is at least a step, else 0.
HEX2BIN(text, [least_length]) A hexadecimal text in binary.
MINUS(value1, value2) The difference of two numbers.
MULTINOMIAL(number1, [number2], …) The factorial of a sum by the product of factorials.
MULTIPLY(factor1, factor2) The product of two numbers.
OCT2DEC(text) The number that an octal text stands for.
POW(base, exponent) A number raised to a power.
SEC(angle) The secant of an angle in radians.
SERIESSUM(x, power, step, coefficients) The sum of a power series.
SINH(number) The hyperbolic sine of a number.
SQRTPI(number) The square root of a number times pi.
SUMX2MY2(array_x, array_y) The sum of differences of squares.
SUMX2PY2(array_x, array_y) The sum of sums of squares.
TANH(number) The hyperbolic tangent of a number.
UMINUS(value) A number with the other sign.
UNARY_PERCENT(percentage) A number as a share of a hundred.
UPLUS(value) A number as it is.
= Statistics
AVEDEV(value1, [value2], …) How far values lie from their mean on average.
AVERAGE.WEIGHTED(values, weights) The mean of values that count as their weights say.
AVERAGEA(value1, [value2], …) The mean, texts counted as zero.
BETA.DIST(value, alpha, beta, cumulative, [lower], [upper]) The beta distribution.
BINOM.DIST(successes, trials, probability, cumulative) The binomial distribution.
CHISQ.DIST(value, freedom, cumulative) The chi-squared distribution.
CHISQ.INV(probability, freedom) The inverse of the chi-squared distribution.
CHISQ.TEST(observed, expected) The probability that observations differ by chance.
CONFIDENCE.NORM(alpha, deviation, size) Half the width of a normal confidence interval.
CONFIDENCE.T(alpha, deviation, size) Half the width of a confidence interval by Student's t.
COVARIANCE.P(data_y, data_x) The covariance of a population.
COVARIANCE.S(data_y, data_x) The covariance of a sample.
DEVSQ(value1, [value2], …) The sum of squared distances from the mean.
EXPON.DIST(value, lambda, cumulative) The exponential distribution.
F.DIST(value, freedom1, freedom2, cumulative) The F distribution.
F.TEST(range1, range2) The probability that two variances differ by chance.
FISHER(value) The Fisher transformation.
FORECAST.LINEAR(x, data_y, data_x) The value of a line through points.
GAMMA(number) The gamma function.
GAMMALN(number) The logarithm of the gamma function.
GAUSS(number) The probability between the mean and so many deviations.
HYPGEOM.DIST(successes, draws, all, size, cumulative) The hypergeometric distribution.
KURT(value1, [value2], …) How heavy the ends of a distribution are.
LOGEST(data_y, [data_x], [free], [verbose]) The exponential curve that fits best.
LOGNORM.DIST(value, mean, deviation, cumulative) The log-normal distribution.
MAXA(value1, [value2], …) The largest value, texts counted as zero.
MINA(value1, [value2], …) The smallest value, texts counted as zero.
MODE.MULT(value1, [value2], …) All values that come most often.
MODE.SNGL(value1, [value2], …) The value that comes most often.
NEGBINOM.DIST(failures, successes, share, cumulative) The negative binomial distribution.
NORM.S.INV(probability) The inverse of the standard normal distribution.
PEARSON(data_y, data_x) The correlation of two ranges.
PERCENTILE.INC(data, share) The value below which a share of the data lies.
PERCENTOF(part, whole) The share that the sum of some data is of the sum of all.
PERCENTRANK.INC(data, value, [digits]) The share of the data below a value.
PHI(number) The density of the standard normal distribution.
POISSON.DIST(value, mean, cumulative) The Poisson distribution.
QUARTILE.INC(data, quartile) A quartile of the data.
RANK.AVG(value, data, [is_ascending]) The rank of a value, equal ones sharing the average.
RANK.EQ(value, data, [is_ascending]) The rank of a value, equal ones sharing the best.
SKEW(value1, [value2], …) How lopsided a distribution is.
STANDARDIZE(value, mean, deviation) How many deviations a value lies from the mean.
STDEVA(value1, [value2], …) The deviation of a sample, texts counted as zero.
STEYX(data_y, data_x) The error of the values on a line through points.
T.DIST(value, freedom, cumulative) Student's t distribution.
T.INV(probability, freedom) The inverse of Student's t distribution.
T.INV.2T(probability, freedom) The same with two tails.
VARA(value1, [value2], …) The variance of a sample, texts counted as zero.
WEIBULL.DIST(value, shape, scale, cumulative) The Weibull distribution.
Z.TEST(data, value, [deviation]) The probability of a larger mean.
= Logic
EQ(value1, value2) Whether two values are equal.
GT(value1, value2) Whether one value is greater than another.
GTE(value1, value2) Whether one value is at least another.
ISBETWEEN(value, lower, upper, [with_lower], [with_upper]) Whether a value lies between two.
LT(value1, value2) Whether one value is less than another.
LTE(value1, value2) Whether one value is at most another.
NE(value1, value2) Whether two values differ.
= Text
ARRAYTOTEXT(array, [form]) An array as a text.
ASC(text) A text with letters of full width as narrow ones.
LENB(text) How many bytes a text has.
VALUETOTEXT(value, [form]) A value as a text.
= Finance
ACCRINT(issue, first, settlement, rate, redemption, frequency, [basis]) The interest accrued.
CUMPRINC(rate, periods, value, first, last, when) The principal paid between two periods.
DDB(cost, salvage, life, period, [factor]) Depreciation by the declining balance, twice as fast.
DOLLARDE(price, unit) A price in fractions as a decimal number.
DOLLARFR(price, unit) A decimal price in fractions.
EFFECT(nominal_rate, periods) The effective rate of a year.
ISPMT(rate, period, periods, value) The interest of a period with equal principal payments.
MIRR(cashflows, finance_rate, reinvest_rate) The internal rate of return with both rates.
NOMINAL(effective_rate, periods) The nominal rate of a year.
PDURATION(rate, value, target) How many periods it takes to reach a value.
PRICE(settlement, maturity, rate, yield, redemption, frequency, [basis]) The price of a bond.
RRI(periods, value, target) The rate at which a value grows to another.
SYD(cost, salvage, life, period) Depreciation by the sum of years' digits.
TBILLPRICE(settlement, maturity, discount) The price of a treasury bill.
YIELD(settlement, maturity, rate, price, redemption, frequency, [basis]) The yield of a bond.
= Information
ISEMAIL(value) Whether a text looks like an e-mail address.
ISNONTEXT(value) Whether a value is no text.
ISURL(value) Whether a text looks like a web address.
TO_DATE(value) A number shown as a date.
TO_DOLLARS(value) A number shown as an amount.
TO_PERCENT(value) A number shown as a percentage.
TO_PURE_NUMBER(value) A number as it is.
TO_TEXT(value) A value as a text.
= Arrays
ARRAY_CONSTRAIN(array, rows, columns) The first rows and columns of an array.
= Web
ENCODEURL(text) A text as a part of an address.
"""
