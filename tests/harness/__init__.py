"""How the tests get their databases, their web server and their browser.

What a test file uses is in `conftest.py`.
"""
