import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { type PdfObjects, readEveryObject, valuesWithin } from './every-object.ts'
import { isTooLarge } from './picture-pixels.ts'

/** Actions (`/S`) that run a script, start a program, open another file or send the form; links to pages stay allowed. */
const activeActions = [
  'JavaScript',
  'Launch',
  'GoToE',
  'GoToR',
  'ImportData',
  'SubmitForm',
  'Rendition',
  'RichMediaExecute',
  'Thread',
  'Movie',
  'Sound',
]

/** Annotations (`/Subtype`) that carry a file or play one. */
const activeAnnotations = ['FileAttachment', 'RichMedia', 'Screen', 'Movie', 'Sound', '3D']

/** Keys whose presence is enough: a script, files inside, and forms that are programs of their own. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent']

const activeNames = new Set([...activeActions, ...activeAnnotations])
/** Names that refuse an object that cannot be parsed. Shorter ones occur in compressed bytes by chance. */
const strayActiveNames = [...activeNames, ...activeKeys].filter((name) => name.length > 3)

const key = {
  action: PDFName.of('S'),
  subtype: PDFName.of('Subtype'),
  address: PDFName.of('URI'),
  next: PDFName.of('Next'),
  onOpen: PDFName.of('OpenAction'),
  onEvent: PDFName.of('AA'),
  file: PDFName.of('F'),
  otherFile: PDFName.of('Ref'),
}
const [actions, annotations] = [new Set(activeActions), new Set(activeAnnotations)]
const keys = activeKeys.map((name) => PDFName.of(name))

/** Addresses that a link may open; those that begin with `www.` have no scheme in some producers' files. */
const allowedAddress = /^\s*(https?:|mailto:|tel:|www\.|$)/i

const nameOf = (value: PDFObject | undefined) => (value instanceof PDFName ? value.decodeText() : '')

function hasActiveName(dict: PDFDict, { resolve }: PdfObjects): boolean {
  const hasName = (of: PDFName, refused: Set<string>) =>
    resolve(dict.get(of)).some((value) => refused.has(nameOf(value)))
  return (
    keys.some((one) => dict.has(one)) || hasName(key.action, actions) || hasName(key.subtype, annotations)
  )
}

/** True if a link opens something else than a page of the web, a mail or a call. */
function hasRefusedAddress(dict: PDFDict, { resolve, hasText }: PdfObjects): boolean {
  if (!hasText) return false
  return resolve(dict.get(key.address)).some(
    (value) =>
      (value instanceof PDFString || value instanceof PDFHexString) &&
      !allowedAddress.test(value.decodeText()),
  )
}

/** True if one of these actions, or one that follows it, opens an address. */
function opensAddress(first: readonly PDFObject[], { resolve }: PdfObjects): boolean {
  const [rest, seen] = [[...first], new Set<PDFObject>()]
  for (let action = rest.pop(); action !== undefined; action = rest.pop()) {
    if (!(action instanceof PDFDict) || seen.has(action)) continue
    seen.add(action)
    if (resolve(action.get(key.action)).some((name) => nameOf(name) === 'URI')) return true
    for (const next of resolve(action.get(key.next)))
      rest.push(...(next instanceof PDFArray ? next.asArray().flatMap(resolve) : [next]))
  }
  return false
}

/** True if the file, a page or a field opens an address by itself, without a tap. */
function opensByItself(dict: PDFDict, file: PdfObjects): boolean {
  const events = file.resolve(dict.get(key.onEvent))
  const ofEvents = events.flatMap((one) => (one instanceof PDFDict ? one.values().flatMap(file.resolve) : []))
  return opensAddress([...file.resolve(dict.get(key.onOpen)), ...ofEvents], file)
}

/** True if a stream shows another file: its data are there, or a page of it. `/F` is also a short form of `/Filter`. */
function showsOtherFile({ dict }: PDFStream, { resolve }: PdfObjects): boolean {
  const isFilter = (value: PDFObject) => value instanceof PDFName || value instanceof PDFArray
  return dict.has(key.otherFile) || resolve(dict.get(key.file)).some((value) => !isFilter(value))
}

/** True for a name that is an object of its own: a reader may find it where only a name of an action is expected. */
const isActiveName = (object: PDFObject) => activeNames.has(nameOf(object))

function isActive(value: PDFObject, file: PdfObjects): boolean {
  if (value instanceof PDFStream) return showsOtherFile(value, file) || isActive(value.dict, file)
  if (!(value instanceof PDFDict)) return false
  return hasActiveName(value, file) || hasRefusedAddress(value, file) || opensByItself(value, file)
}

/** What of these objects is refused; `active` is looked for first. */
function refusedContent(file: PdfObjects): 'active' | 'oversized' | null {
  if (file.objects.some(isActiveName)) return 'active'
  let isOversized = false
  for (const value of valuesWithin(file.objects)) {
    if (isActive(value, file)) return 'active'
    isOversized ||= file.hasText && isTooLarge(value, file)
  }
  return isOversized ? 'oversized' : null
}

/**
 * What of a PDF is refused: `active` if it holds scripts, other files, or actions that reach outside of it; `oversized`
 * if a picture in it has more than 100 million pixels; else null. It reads every definition of every object of the file,
 * used or not. Throws if the file cannot be read. ISO 32000-1, 12.6 (actions), 12.5 (annotations), 7.11.4 (embedded
 * files), 7.3.8 (streams), 8.10.4 (reference XObjects).
 */
export async function findRefusedContent(bytes: Uint8Array): Promise<'active' | 'oversized' | null> {
  const { parts, strayNames } = await readEveryObject(bytes)
  if (strayActiveNames.some((name) => strayNames.has(name))) return 'active'
  const results = parts.map(refusedContent)
  return results.find((result) => result === 'active') ?? results.find((result) => result !== null) ?? null
}
