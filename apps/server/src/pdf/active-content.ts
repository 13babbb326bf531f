import { ParseSpeeds, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFStream } from '@cantoo/pdf-lib'

/** Actions (`/S`) that run a script, start a program, open another file or send the form; links to pages stay allowed. */
const activeActions = new Set([
  'JavaScript',
  'Launch',
  'GoToE',
  'GoToR',
  'ImportData',
  'SubmitForm',
  'Rendition',
  'RichMediaExecute',
])

/** Annotations (`/Subtype`) that carry a file or play one. */
const activeAnnotations = new Set(['FileAttachment', 'RichMedia', 'Screen', 'Movie', 'Sound', '3D'])

/** Keys whose presence is enough: a script, files inside, and forms that are programs of their own. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent'].map((name) =>
  PDFName.of(name),
)

/** A browser decodes a picture whole, at four bytes per pixel. A page of A4 at 600 dots per inch has 35 million. */
const pixelLimit = 100_000_000

const key = {
  action: PDFName.of('S'),
  subtype: PDFName.of('Subtype'),
  width: PDFName.of('Width'),
  height: PDFName.of('Height'),
}

function isActive(dict: PDFDict): boolean {
  const name = (of: PDFName) => {
    const value = dict.get(of)
    return value instanceof PDFName ? value.decodeText() : ''
  }
  const hasKey = activeKeys.some((one) => dict.has(one))
  return hasKey || activeActions.has(name(key.action)) || activeAnnotations.has(name(key.subtype))
}

function isTooLarge(dict: PDFDict): boolean {
  const [width, height] = [dict.get(key.width), dict.get(key.height)]
  if (!(width instanceof PDFNumber && height instanceof PDFNumber)) return false
  return width.asNumber() * height.asNumber() > pixelLimit
}

/** Every dictionary of the file, also those inside others. Iterative: a file may nest them deeply. */
function* dictionaries(document: PDFDocument): Generator<PDFDict> {
  const rest: unknown[] = document.context.enumerateIndirectObjects().map(([, object]) => object)
  while (rest.length > 0) {
    const object = rest.pop()
    const value = object instanceof PDFStream ? object.dict : object
    if (value instanceof PDFArray) for (const inner of value.asArray()) rest.push(inner)
    if (!(value instanceof PDFDict)) continue
    yield value
    for (const inner of value.values()) rest.push(inner)
  }
}

/**
 * What of a PDF is refused: `active` if it holds scripts, other files, or actions that reach outside of it; `oversized`
 * if a picture in it has more than 100 million pixels; else null. It reads every object of the file, used or not. Throws
 * if the file cannot be read. ISO 32000-1, 12.6 (actions), 12.5 (annotations), 7.11.4 (embedded files).
 */
export async function findRefusedContent(bytes: Uint8Array): Promise<'active' | 'oversized' | null> {
  const document = await PDFDocument.load(bytes, {
    // Opens what is encrypted but asks for no password.
    password: '',
    parseSpeed: ParseSpeeds.Fastest,
    updateMetadata: false,
    preserveXFA: true,
  })
  let found: 'oversized' | null = null
  for (const dict of dictionaries(document)) {
    if (isActive(dict)) return 'active'
    if (isTooLarge(dict)) found = 'oversized'
  }
  return found
}
