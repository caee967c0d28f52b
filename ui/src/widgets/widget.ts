// Widgets of a sheet and how they stand together: tracks align, tokens flow, clocks and cards lie side by side.
import type { Panel, PoolWidget } from '../live/protocol'

export type Widget = Panel['words'][number]
export type WidgetKind = Widget['widget']
export type WidgetOf<K extends WidgetKind> = Extract<Widget, { widget: K }>

/** Neighbours that are drawn together. Pools whose dice one action moves between them are `places`. */
export interface WidgetGroup {
  kind: WidgetKind | 'places'
  widgets: Widget[]
}

/** The key that neighbours of one group share: their kind, or the action that moves their dice. */
const groupKey = (widget: Widget): string =>
  widget.widget === 'pool' && widget.moves && widget.place ? `places ${widget.moves.action}` : widget.widget

export function groupWidgets(widgets: Widget[]): WidgetGroup[] {
  const groups: WidgetGroup[] = []
  let lastKey = ''
  for (const widget of widgets) {
    const key = groupKey(widget)
    const group = groups.at(-1)
    if (group && key === lastKey) {
      group.widgets.push(widget)
      if (key !== widget.widget) group.kind = 'places'
    } else groups.push({ kind: widget.widget, widgets: [widget] })
    lastKey = key
  }
  return groups
}

export const poolsOf = (group: WidgetGroup): PoolWidget[] => group.widgets.filter((widget) => widget.widget === 'pool')

/** The name of a widget on its sheet. */
export const widgetLabel = (widget: Widget): string =>
  'label' in widget ? widget.label : 'title' in widget ? widget.title : widget.text
