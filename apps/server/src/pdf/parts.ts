import { Page, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { BrandHead } from './brand.ts'
import { figures, jade, jadePale, line, paper, styles } from './look.ts'

interface Frame {
  /** Top right, two lines. */
  head: [string, string]
  /** Bottom left. */
  foot: string
  /** Bottom right; default: `Página 1 de 5`. */
  page?: string
}

/** A letter page with the brand above and the page number below. */
export function framedPage({ head, foot, page }: Frame, ...children: ReactNode[]): ReactElement {
  return h(
    Page,
    { size: 'LETTER', style: styles.page },
    h(
      View,
      { style: styles.header, fixed: true },
      h(BrandHead),
      h(Text, { style: styles.headerRight }, head.join('\n')),
    ),
    h(
      View,
      { style: styles.footer, fixed: true },
      h(Text, null, foot),
      h(Text, { render: ({ pageNumber, totalPages }) => page ?? `Página ${pageNumber} de ${totalPages}` }),
    ),
    ...children,
  )
}

/** A section's heading; it stays on the page of its first lines. A tight one has less space around it. */
export function section(text: string, { is_tight = false } = {}): ReactElement {
  const style = is_tight ? { ...styles.section, marginTop: 8, marginBottom: 1 } : styles.section
  return h(Text, { style, minPresenceAhead: is_tight ? 0 : 60 }, text)
}

export const paragraph = (text: string) => h(Text, { style: styles.paragraph }, text)

/** A label over its value; `flex` is its share of the row. */
export function field(label: string, value: string, flex = 1): ReactElement {
  return h(
    View,
    { style: { flexGrow: flex, flexShrink: 1, flexBasis: 0, paddingRight: 10 } },
    h(Text, { style: styles.label }, label),
    h(Text, { style: styles.value }, value),
  )
}

/** Fields side by side over a thin rule. */
export function fieldRow(...fields: ReactElement[]): ReactElement {
  const style = {
    flexDirection: 'row',
    paddingVertical: 5.5,
    borderBottomWidth: 0.5,
    borderBottomColor: line,
  } as const
  return h(View, { style, wrap: false }, ...fields)
}

/** A framed box that is not split over two pages. */
export function card(...children: ReactNode[]): ReactElement {
  const style = { backgroundColor: paper, borderRadius: 6, borderWidth: 0.75, borderColor: line, padding: 10 }
  return h(View, { style, wrap: false }, ...children)
}

/** A receipt's first box: what the amount is, the amount, and the lines below it. */
export function amountBox(label: string, amount: string, ...below: ReactNode[]): ReactElement {
  const box = {
    backgroundColor: jadePale,
    borderRadius: 8,
    paddingVertical: 16,
    paddingHorizontal: 18,
    marginBottom: 4,
  }
  const figure = { ...figures, fontSize: 30, fontWeight: 700, color: jade, lineHeight: 1.25 } as const
  return h(
    View,
    { style: box, wrap: false },
    h(Text, { style: styles.label }, label),
    h(Text, { style: figure }, amount),
    ...below,
  )
}
