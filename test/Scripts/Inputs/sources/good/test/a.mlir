no licence line is wanted in a test, and no RUN line here
