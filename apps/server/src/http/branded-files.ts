import { DEFAULT_COLORS, GROUNDS, isDefaultColors, paletteOf } from '@quincena/domain/brand/colors'
import type { ShownBrand } from '@quincena/domain/brand/schema'
import { DEFAULT_TRADE_NAME } from '@quincena/domain/lender/trade-name'
import type { Deps } from '../deps.ts'
import { type IconShape, markIcon, pictureIcon } from '../images/icon.ts'
import { decodePng } from '../images/png.ts'

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** True for the product's own brand, whose files are served as they were built. */
const isProduct = ({ trade_name, colors, logo }: ShownBrand) =>
  trade_name === DEFAULT_TRADE_NAME && isDefaultColors(colors) && logo === null

/** Colours of the first paint, before any script. */
function firstPaint({ colors }: ShownBrand): string {
  const of = (scheme: 'light' | 'dark') => {
    const { main, mid } = paletteOf(colors, scheme)
    return `:root{--first-jade:${main};--first-open:${mid}}`
  }
  return `<style>${of('light')}@media (prefers-color-scheme:dark){${of('dark')}}</style>`
}

/** Writes the brand into the page, so that nothing of another one is seen while it loads. */
export function brandPage(html: string, shown: ShownBrand): string {
  const { trade_name, lender, phone, colors } = shown
  const metaOf = (name: string, content: string) => `<meta name="${name}" content="${content}" />`
  const named =
    trade_name === DEFAULT_TRADE_NAME
      ? html
      : html.replaceAll(DEFAULT_TRADE_NAME, () => escapeText(trade_name))
  return named
    .replace(metaOf('lender', ''), () => metaOf('lender', escapeText(lender)))
    .replace(metaOf('lender-phone', ''), () => metaOf('lender-phone', escapeText(phone)))
    .replace(metaOf('brand', ''), () => metaOf('brand', escapeText(JSON.stringify(shown))))
    .replace('</head>', (end) => (isDefaultColors(colors) ? end : `${firstPaint(shown)}${end}`))
}

/** Writes the text of the button of the provider of identities into the page; without a provider there is no button. */
export const oidcPage = (html: string, label: string | undefined): string =>
  label === undefined
    ? html
    : html.replace('</head>', (end) => `<meta name="oidc" content="${escapeText(label)}" />${end}`)

/** The manifest of the installed app with the product's name; pictures of the product's own screens are left out. */
export function brandManifest(manifest: string, shown: ShownBrand): string {
  if (manifest === '' || isProduct(shown)) return manifest
  const { screenshots: _, ...parts } = JSON.parse(manifest)
  const { trade_name } = shown
  return JSON.stringify({ ...parts, name: trade_name, short_name: trade_name }, null, 2)
}

/** The icons by their file; the share of the maskable one leaves room for every mask. */
const icons: Record<string, IconShape> = {
  'icon-192.png': { size: 192, share: 0.7 },
  'icon-512.png': { size: 512, share: 0.7 },
  'icon-maskable-512.png': { size: 512, share: 0.52 },
  'apple-touch-icon.png': { size: 180, share: 0.66 },
}

interface BrandedFile {
  type: string
  content: string | Uint8Array
}

type Source = Pick<Deps, 'brand'>

/** Draws an icon with the logo if it is a PNG, else with the mark in the brand's colour. */
async function drawIcon({ brand }: Source, shape: IconShape): Promise<Uint8Array> {
  const { colors } = brand.current()
  const logo = await brand.readLogo()
  const picture = logo?.type === 'image/png' ? decodePng(logo.bytes, Math.max(logo.width, logo.height)) : null
  if (picture !== null) return pictureIcon(shape, picture, GROUNDS.light.card)
  return markIcon(shape, { ground: GROUNDS.light.paper, color: colors.light })
}

/**
 * The icons of the app in the lender's brand, drawn once each; undefined for other files, and for the product's own brand.
 * `favicon` is the built one.
 */
export function openBrandedFiles(source: Source, favicon: () => string) {
  const drawn = new Map<string, Promise<Uint8Array>>()
  let drawn_for = ''
  return async (name: string): Promise<BrandedFile | undefined> => {
    const { shown, colors } = source.brand.current()
    if (isProduct(shown)) return undefined
    if (name === 'favicon.svg')
      return {
        type: 'image/svg+xml',
        content: favicon().replaceAll(DEFAULT_COLORS.light, colors.light),
      }
    const shape = icons[name]
    if (shape === undefined) return undefined
    if (drawn_for !== shown.id) drawn.clear()
    drawn_for = shown.id
    const drawing = drawn.get(name) ?? drawIcon(source, shape)
    drawn.set(name, drawing)
    // A logo that could not be read is read again for the next request.
    drawing.catch(() => drawn.delete(name))
    return { type: 'image/png', content: await drawing }
  }
}
