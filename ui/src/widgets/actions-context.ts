// What a widget may do, wherever it is drawn: the page that shows it says so through Svelte's context.
import { getContext, setContext } from 'svelte'
import type { OutcomeGroup, Offer } from '../live/protocol'

export interface WidgetActions {
  /** Open the form of an action. */
  offer: (offer: Offer) => void
  /** Show a rule. */
  rule: (id: string) => void
  /** The tone of a kind of clock, by the game's theme. */
  clockTone: (kind: string) => OutcomeGroup['tone']
  /** Whether a sheet is of a character that this seat plays. */
  isMine: (character: string) => boolean
  /** Edit the values behind a widget, by its sheet's key and its label; missing if this seat may not. */
  editValue?: ((sheet: string, label: string) => void) | undefined
}

/** Whether the values of a sheet are being edited, and how to edit one. */
export interface EditMode {
  readonly on: boolean
  edit: (label: string) => void
}

const WIDGET_ACTIONS = Symbol('widget actions')
export const setWidgetActions = (actions: WidgetActions): WidgetActions => setContext(WIDGET_ACTIONS, actions)
export const getWidgetActions = (): WidgetActions => getContext<WidgetActions>(WIDGET_ACTIONS)

const EDIT_MODE = Symbol('edit mode')
export const setEditMode = (mode: EditMode): EditMode => setContext(EDIT_MODE, mode)
export const getEditMode = (): EditMode | undefined => getContext<EditMode | undefined>(EDIT_MODE)
