"""How hypothesis runs: without deadlines, for no test may depend on how busy the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile("companion", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("companion")
