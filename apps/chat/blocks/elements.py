"""Elements: what stands in blocks and can be looked at, pressed or chosen.

https://docs.slack.dev/reference/block-kit/block-elements
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from workworld.apps.chat.blocks.shapes import (
    Address,
    AltText,
    Confirm,
    Id,
    Label,
    Option,
    OptionGroup,
    OwnFile,
    PlainText,
    Shape,
    most,
    require_one,
)


class Image(Shape):
    """A picture."""

    type: Literal["image"]
    alt_text: AltText
    image_url: Address | None = None
    slack_file: OwnFile | None = None

    @model_validator(mode="after")
    def _has_source(self) -> Self:
        require_one(self, "image_url", "slack_file")
        return self


class Action(Shape):
    """What all have in common that people act upon."""

    action_id: Id | None = None
    confirm: Confirm | None = None
    focus_on_load: bool = False


class Button(Action):
    """A button; one with an address is a link."""

    type: Literal["button"]
    text: Label
    url: Address | None = None
    value: Annotated[str, Field(max_length=2000)] | None = None
    style: Literal["primary", "danger"] | None = None
    accessibility_label: Annotated[str, Field(max_length=75)] | None = None


class Overflow(Action):
    """A menu of up to five options."""

    type: Literal["overflow"]
    options: Annotated[list[Option], Field(min_length=1, max_length=5)]


class Prompted(Action):
    """What says what to choose as long as nothing is."""

    placeholder: Annotated[PlainText, most(150)] | None = None


class Chosen(Prompted):
    """What has given options to choose from."""

    options: Annotated[list[Option], Field(min_length=1, max_length=100)] | None = None
    option_groups: Annotated[list[OptionGroup], Field(min_length=1, max_length=100)] | None = None

    @model_validator(mode="after")
    def _has_options(self) -> Self:
        require_one(self, "options", "option_groups")
        return self


class StaticSelect(Chosen):
    """A choice of one."""

    type: Literal["static_select"]
    initial_option: Option | None = None


class MultiStaticSelect(Chosen):
    """A choice of several."""

    type: Literal["multi_static_select"]
    initial_options: Annotated[list[Option], Field(min_length=1, max_length=100)] | None = None
    max_selected_items: Annotated[int, Field(ge=1)] | None = None


class ExternalSelect(Prompted):
    """A choice whose options its app gives."""

    type: Literal["external_select"]
    initial_option: Option | None = None
    min_query_length: int | None = None


class MultiExternalSelect(Prompted):
    """A choice of several whose options its app gives."""

    type: Literal["multi_external_select"]
    initial_options: list[Option] | None = None
    min_query_length: int | None = None
    max_selected_items: Annotated[int, Field(ge=1)] | None = None


class UsersSelect(Prompted):
    """A choice of a person."""

    type: Literal["users_select"]
    initial_user: str | None = None


class MultiUsersSelect(Prompted):
    """A choice of people."""

    type: Literal["multi_users_select"]
    initial_users: list[str] | None = None
    max_selected_items: Annotated[int, Field(ge=1)] | None = None


class ChannelsSelect(Prompted):
    """A choice of a public channel."""

    type: Literal["channels_select"]
    initial_channel: str | None = None
    response_url_enabled: bool = False


class MultiChannelsSelect(Prompted):
    """A choice of public channels."""

    type: Literal["multi_channels_select"]
    initial_channels: list[str] | None = None
    max_selected_items: Annotated[int, Field(ge=1)] | None = None


class ConversationsSelect(Prompted):
    """A choice of a conversation."""

    type: Literal["conversations_select"]
    initial_conversation: str | None = None
    default_to_current_conversation: bool = False
    response_url_enabled: bool = False
    filter: dict[str, Any] | None = None


class MultiConversationsSelect(Prompted):
    """A choice of conversations."""

    type: Literal["multi_conversations_select"]
    initial_conversations: list[str] | None = None
    default_to_current_conversation: bool = False
    filter: dict[str, Any] | None = None
    max_selected_items: Annotated[int, Field(ge=1)] | None = None


class DatePicker(Prompted):
    """A choice of a day."""

    type: Literal["datepicker"]
    initial_date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None


class TimePicker(Prompted):
    """A choice of a time of the day."""

    type: Literal["timepicker"]
    initial_time: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] | None = None
    timezone: str | None = None


class DatetimePicker(Action):
    """A choice of a moment."""

    type: Literal["datetimepicker"]
    initial_date_time: Annotated[int, Field(ge=1_000_000_000, le=9_999_999_999)] | None = None


class Checkboxes(Action):
    """Options of which some may be ticked."""

    type: Literal["checkboxes"]
    options: Annotated[list[Option], Field(min_length=1, max_length=10)]
    initial_options: list[Option] | None = None


class RadioButtons(Action):
    """Options of which one may be chosen."""

    type: Literal["radio_buttons"]
    options: Annotated[list[Option], Field(min_length=1, max_length=10)]
    initial_option: Option | None = None


class Dispatching(Prompted):
    """What is typed into."""

    dispatch_action_config: dict[str, Any] | None = None


class TextInput(Dispatching):
    """A text."""

    type: Literal["plain_text_input"]
    initial_value: str | None = None
    multiline: bool = False
    min_length: Annotated[int, Field(ge=0, le=3000)] | None = None
    max_length: Annotated[int, Field(ge=1, le=3000)] | None = None


class TypedInput(Dispatching):
    """An e-mail or web address."""

    type: Literal["email_text_input", "url_text_input"]
    initial_value: str | None = None


class NumberInput(Dispatching):
    """A number."""

    type: Literal["number_input"]
    is_decimal_allowed: bool
    initial_value: str | None = None
    min_value: str | None = None
    max_value: str | None = None


class RichTextInput(Dispatching):
    """A formatted text."""

    type: Literal["rich_text_input"]
    initial_value: dict[str, Any] | None = None


class FileInput(Action):
    """Files."""

    type: Literal["file_input"]
    filetypes: list[str] | None = None
    max_files: Annotated[int, Field(ge=1, le=10)] | None = None


Select = (
    StaticSelect
    | MultiStaticSelect
    | ExternalSelect
    | MultiExternalSelect
    | UsersSelect
    | MultiUsersSelect
    | ChannelsSelect
    | MultiChannelsSelect
    | ConversationsSelect
    | MultiConversationsSelect
)
Pick = DatePicker | TimePicker | DatetimePicker | Checkboxes | RadioButtons
Pressed = Annotated[Button | Overflow | Select | Pick, Field(discriminator="type")]
"""What stands in a row of actions."""
Accessory = Annotated[Button | Overflow | Image | Select | Pick, Field(discriminator="type")]
"""What stands beside a section."""
Entered = Annotated[
    Select | Pick | TextInput | TypedInput | NumberInput | RichTextInput | FileInput,
    Field(discriminator="type"),
]
"""What is entered into a form."""
