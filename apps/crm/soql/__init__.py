"""SOQL and SOSL: text → tree → SQL, with the permissions of whoever asks folded in.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql.htm
"""
