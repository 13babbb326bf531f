import { mixColors } from '@quincena/domain/brand/colors'
import { DEFAULT_TRADE_NAME } from '@quincena/domain/lender/trade-name'
import { Circle, Image, Path, Svg, Text, View } from '@react-pdf/renderer'
import { cloneElement, createElement as h, isValidElement, type ReactElement, type ReactNode } from 'react'
import { jade, jadePale, styles } from './look.ts'

/** What a document shows of the lender's brand. */
export interface PaperBrand {
  name: string
  /** Colour of headings, figures and rules, `#RRGGBB`. */
  color: string
  logo?: { sha256: string; width: number; height: number; format: 'png' | 'jpg'; bytes: Uint8Array }
}

const product: PaperBrand = { name: DEFAULT_TRADE_NAME, color: jade }

/** Most points of a logo's sides at the head of a page. */
const logoBox = { width: 170, height: 30 }

/** The mark: a month in two halves, one filled, one empty. */
const mark = (color: string) =>
  h(
    Svg,
    { width: 20, height: 20, viewBox: '0 0 32 32' },
    h(Circle, { cx: 16, cy: 16, r: 13, fill: 'none', stroke: color, strokeWidth: 3 }),
    h(Path, { d: 'M16 3a13 13 0 0 0 0 26z', fill: color }),
  )

function headOf({ name, color, logo }: PaperBrand): ReactElement {
  if (logo === undefined)
    return h(
      View,
      { style: styles.brand },
      mark(color),
      h(Text, { style: { ...styles.brandName, color } }, name),
    )
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height)
  const style = { width: logo.width * scale, height: logo.height * scale }
  return h(Image, { style, src: { data: Buffer.from(logo.bytes), format: logo.format } })
}

/** The head of each page: the lender's logo, or the mark with the product's name. `withBrand` replaces the product's own. */
export const BrandHead = () => headOf(product)

type Props = Record<string, unknown>

const isObject = (value: unknown): value is Props => typeof value === 'object' && value !== null

/** The value of a style or property with the product's colours replaced. */
function paint(value: unknown, colors: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => paint(one, colors))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, paint(one, colors)]))
  return colors.get(value) ?? value
}

function brandNode(node: ReactNode, brand: PaperBrand, colors: ReadonlyMap<unknown, string>): ReactNode {
  if (Array.isArray(node)) return node.map((one) => brandNode(one, brand, colors))
  if (!isValidElement<Props>(node)) return node
  if (node.type === BrandHead) return headOf(brand)
  const { children, style, creator, producer } = node.props
  const own = [children].flat().map((child) => brandNode(child as ReactNode, brand, colors))
  return cloneElement(
    node,
    {
      ...(style !== undefined && { style: paint(style, colors) }),
      ...(creator !== undefined && { creator: brand.name }),
      ...(producer !== undefined && { producer: brand.name }),
    },
    ...own,
  )
}

/**
 * A document with the lender's brand: its logo or name at the head of the pages and in the file's properties, and its
 * colour in place of the product's. Without a brand the document stays as it is.
 */
export function withBrand(document: ReactElement, brand: PaperBrand | undefined): ReactElement {
  if (brand === undefined) return document
  const colors = new Map<unknown, string>([
    [jade, brand.color],
    [jadePale, mixColors('#FFFFFF', brand.color, 0.08)],
  ])
  const branded = brandNode(document, brand, colors)
  return isValidElement(branded) ? branded : document
}
