import type { FilledText } from '@quincena/domain/texts/content'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, ink, jade, jadePale, line, quiet, styles } from '../../../pdf/look.ts'
import { section } from '../../../pdf/parts.ts'
import { countLines, type Density, labelledFields, packedFields } from './labelled-fields.ts'

type Section = FilledText['sections'][number]

function title({ heading, paragraphs }: Section): ReactElement {
  return h(
    View,
    null,
    h(Text, { style: { ...styles.title, fontSize: 18, marginBottom: 2 } }, heading),
    h(Text, { style: { ...styles.lead, fontSize: 9, marginBottom: 8 } }, paragraphs.join('  ·  ')),
  )
}

const bigFigure = { ...figures, fontSize: 15.5, fontWeight: 700, lineHeight: 1.25, color: jade } as const

/** The cost in pesos, before any percentage: a worker compares pesos. */
function cost({ heading, paragraphs }: Section): ReactElement {
  const box = {
    backgroundColor: jadePale,
    borderRadius: 7,
    paddingVertical: 6,
    paddingHorizontal: 11,
    marginBottom: 6,
  }
  const small = { fontSize: 9, lineHeight: 1.4, marginTop: 1 }
  const lines = paragraphs.map((text, index) => h(Text, { key: index, style: small }, text))
  return h(View, { style: box, wrap: false }, h(Text, { style: bigFigure }, heading), ...lines)
}

function figureBox({ heading, paragraphs: [value = '', ...notes] }: Section, index: number): ReactElement {
  const style = {
    ...{ flexGrow: 1, flexShrink: 1, flexBasis: 0, padding: 8 },
    ...{ borderLeftWidth: index === 0 ? 0 : 0.75, borderLeftColor: line },
  }
  const note = { fontSize: 8, color: quiet, lineHeight: 1.25, marginTop: 2 }
  return h(
    View,
    { key: index, style },
    h(Text, { style: { ...styles.label, fontWeight: 700, color: ink } }, heading),
    h(Text, { style: { ...bigFigure, marginTop: 3 } }, value),
    ...notes.map((text) => h(Text, { key: text, style: note }, text)),
  )
}

function figureRow(sections: readonly Section[]): ReactElement {
  const frame = { borderWidth: 1, borderColor: jade, borderRadius: 7, backgroundColor: '#FFFFFF' }
  const style = { ...frame, flexDirection: 'row', marginBottom: 6 } as const
  return h(View, { style, wrap: false }, ...sections.map(figureBox))
}

function warnings({ heading, paragraphs }: Section): ReactElement {
  const box = { marginTop: 7, padding: 7, borderRadius: 6, backgroundColor: jadePale }
  const bullet = { fontSize: 8.5, lineHeight: 1.35 }
  return h(
    View,
    { style: box, wrap: false },
    h(Text, { style: { fontWeight: 700, fontSize: 9, marginBottom: 2 } }, heading),
    ...paragraphs.map((text) => h(Text, { key: text, style: bullet }, `•  ${text}`)),
  )
}

/** A full cover has less space over the headings of its groups. */
const raised = (density: Density) => (density === 'full_cover' ? { style: { marginTop: -5 } } : null)

const group = (text: Section, density: Density): ReactElement =>
  h(
    View,
    raised(density),
    section(text.heading, { is_tight: true }),
    ...packedFields(labelledFields(text), { density }),
  )

/** With more lines of fields a usual cover may not fit its page: measured, one of 26 does and one of 31 does not. */
const MOST_LINES = 26

/**
 * The cover sheet: the cost in pesos, then the order that CONDUSEF's rules for SOFOM prescribe. It is set closer with long
 * data, so that it ends on its page.
 */
export function coverSheet(sections: readonly Section[]): ReactElement {
  const of = (name: string) => sections.filter(({ part }) => part === `cover_${name}`)
  const fields = of('field').map(({ heading, paragraphs }) => ({ label: heading, lines: paragraphs }))
  const groups = of('group')
  const lines = [fields, ...groups.map(labelledFields)].reduce((sum, own) => sum + countLines(own), 0)
  const density = lines > MOST_LINES ? 'full_cover' : 'cover'
  return h(
    View,
    null,
    ...of('title').map(title),
    ...of('cost').map(cost),
    figureRow(of('figure')),
    ...packedFields(fields, { density }),
    ...of('warnings').map(warnings),
    ...groups.map((one) => group(one, density)),
  )
}
