import { fileURLToPath } from 'node:url'
import { Font, StyleSheet } from '@react-pdf/renderer'

const fontFile = (weight: number) =>
  fileURLToPath(new URL(`../../assets/fonts/figtree-${weight}.woff`, import.meta.url))

/** Registers the font of all documents; call it once per process that renders. */
export function registerFonts() {
  const fonts = ([400, 500, 700] as const).map((fontWeight) => ({ src: fontFile(fontWeight), fontWeight }))
  Font.register({ family: 'Figtree', fonts })
  // Turns hyphenation off: the library's rules are for English, and the texts are Spanish.
  Font.registerHyphenationCallback((word) => [word])
}

export const ink = '#1D2426'
export const quiet = '#5B6669'
export const line = '#E4DFD6'
export const paper = '#FAF8F4'
export const jade = '#0B6E5F'
export const jadePale = '#EAF3F0'

/** Digits of equal width, so that the figures of a column align. */
export const figures = { fontFeatureSettings: { tnum: 1 } }

/** CONDUSEF requires at least 8 points everywhere in an adhesion contract. */
export const styles = StyleSheet.create({
  page: {
    fontFamily: 'Figtree',
    fontSize: 9,
    lineHeight: 1.42,
    color: ink,
    paddingTop: 80,
    paddingBottom: 56,
    paddingHorizontal: 48,
  },
  header: {
    position: 'absolute',
    top: 32,
    left: 48,
    right: 48,
    flexDirection: 'row',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingBottom: 10,
    borderBottomWidth: 0.75,
    borderBottomColor: line,
  },
  brand: { flexDirection: 'row', alignItems: 'center', gap: 7 },
  brandName: { fontSize: 15, fontWeight: 700, color: jade, lineHeight: 1 },
  headerRight: { fontSize: 8, color: quiet, textAlign: 'right', lineHeight: 1.35 },
  footer: {
    position: 'absolute',
    top: 744,
    left: 48,
    right: 48,
    flexDirection: 'row',
    justifyContent: 'space-between',
    paddingTop: 7,
    borderTopWidth: 0.75,
    borderTopColor: line,
    fontSize: 8,
    color: quiet,
  },
  title: { fontSize: 20, fontWeight: 700, lineHeight: 1.2, marginBottom: 3 },
  lead: { fontSize: 9.5, color: quiet, marginBottom: 14 },
  section: { fontSize: 12.5, fontWeight: 700, color: jade, lineHeight: 1.2, marginTop: 16, marginBottom: 7 },
  label: { fontSize: 8, color: quiet, lineHeight: 1.3 },
  value: { fontSize: 9.5, fontWeight: 500, lineHeight: 1.35 },
  strong: { fontWeight: 700 },
  paragraph: { marginBottom: 5, textAlign: 'left' },
})
