"""What stands behind the commands in `script/`: standard library only, so that it runs before anything is
installed.
"""
