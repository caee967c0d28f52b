"""Forms of actions and rulings: parameters, fields, options and what a person's input means."""

from .field import (
    MAX_TEXT,
    FormField,
)
from .form import (
    Form,
    to_recorded_values,
)
from .option import (
    FieldOption,
)
from .param import (
    ActingSeat,
    Param,
)
from .ruling import (
    Rulings,
)

__all__ = ["MAX_TEXT", "ActingSeat", "FieldOption", "Form", "FormField", "Param", "Rulings", "to_recorded_values"]
