import {
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'

/** Indirect objects of a PDF, used or not. */
export interface PdfObjects {
  /** A number that is defined twice has two objects. */
  objects: readonly PDFObject[]
  /** The definitions of a value that is a reference, else the value; empty for a missing one. */
  resolve: (value: PDFObject | undefined) => readonly PDFObject[]
  /** Whether strings and streams are as a reader shows them: objects found in an encrypted file are not decrypted. */
  hasText: boolean
}

interface EveryObject {
  /** What pdf-lib reads, then what is found at other places of the file. */
  parts: PdfObjects[]
  /** Names written in objects that could not be parsed. */
  strayNames: ReadonlySet<string>
}

type Numbered = readonly [number, PDFObject]

const definitions = new WeakMap<PDFContext, [PDFRef, PDFObject][]>()

// pdf-lib keeps only the last definition of a number, but readers show the one that the cross-reference table names.
const { assign } = PDFContext.prototype
PDFContext.prototype.assign = function assignAndKeep(ref, object) {
  const list = definitions.get(this) ?? []
  list.push([ref, object])
  definitions.set(this, list)
  assign.call(this, ref, object)
}

/** Places where an indirect object or a trailer may begin, with the object's number. */
const starts = /(?<=[\d\s\0])obj\d*|\btrailer/g
const numberBefore = /(\d+)[\s\0]+\d+[\s\0]*$/

interface FoundObjects {
  numbered: Numbered[]
  strayNames: Set<string>
}

const nameToken = /\/([^\s\0()<>[\]{}/%]+)/g

function* namesIn(text: string): Generator<string> {
  for (const [, name = ''] of text.matchAll(nameToken))
    yield name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Parses an object at every place that looks like the start of one, also in comments, strings and streams: a
 * cross-reference table may point at any of them.
 */
function findObjects(bytes: Uint8Array, context: PDFContext): FoundObjects {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const numbered: Numbered[] = []
  const strayNames = new Set<string>()
  for (const { index, 0: word } of text.matchAll(starts)) {
    const at = index + word.length
    const number = Number(numberBefore.exec(text.slice(Math.max(0, index - 40), index))?.[1] ?? Number.NaN)
    try {
      numbered.push([number, PDFObjectParser.forBytes(bytes.subarray(at), context).parseObject()])
    } catch {
      const end = text.indexOf('endobj', at)
      for (const name of namesIn(text.slice(at, end === -1 ? undefined : end))) strayNames.add(name)
    }
  }
  return { numbered, strayNames }
}

const key = {
  type: PDFName.of('Type'),
  first: PDFName.of('First'),
  count: PDFName.of('N'),
}
/** Readers take these keys of an object stream into account, and pdf-lib does not. */
const unreadKeys = ['F', 'DP', 'DecodeParms'].map((name) => PDFName.of(name))

const isObjectStream = (object: PDFObject): object is PDFRawStream =>
  object instanceof PDFRawStream && object.dict.has(key.first) && object.dict.has(key.count)
const isUnpacked = ({ dict }: PDFRawStream) =>
  dict.get(key.type) === PDFName.of('ObjStm') && !unreadKeys.some((name) => dict.has(name))

const byNumber = (numbered: readonly Numbered[]) => Map.groupBy(numbered, ([number]) => number)

function resolverOf(numbered: readonly Numbered[]): PdfObjects['resolve'] {
  const definitionsOf = byNumber(numbered)
  return (value) => {
    if (value instanceof PDFRef)
      return (definitionsOf.get(value.objectNumber) ?? []).map(([, object]) => object)
    return value === undefined ? [] : [value]
  }
}

const isSameStream = (one: PDFObject, other: PDFObject) =>
  one instanceof PDFRawStream &&
  other instanceof PDFRawStream &&
  Buffer.compare(one.contents, other.contents) === 0 &&
  one.dict.toString() === other.dict.toString()

/** Found objects without the streams that pdf-lib read too: their pictures would be searched twice. */
function withoutReadStreams(found: readonly Numbered[], read: readonly Numbered[]): PDFObject[] {
  const readOf = byNumber(read)
  return found
    .filter(([number, object]) => !readOf.get(number)?.some(([, other]) => isSameStream(object, other)))
    .map(([, object]) => object)
}

/**
 * Reads every definition of every object. Throws if the file cannot be read, or has a stream of objects that pdf-lib
 * does not unpack and a reader may: without its type, damaged, or at a place that only a table of objects names.
 */
export async function readEveryObject(bytes: Uint8Array): Promise<EveryObject> {
  const { context, isEncrypted } = await PDFDocument.load(bytes, {
    // Opens what is encrypted but asks for no password.
    password: '',
    parseSpeed: ParseSpeeds.Fastest,
    updateMetadata: false,
    preserveXFA: true,
  })
  const assigned = definitions.get(context) ?? []
  const { numbered, strayNames } = findObjects(bytes, context)
  const unpacked = assigned.filter(([, object]) => isObjectStream(object) && isUnpacked(object))
  const packed = numbered.filter(([, object]) => isObjectStream(object))
  if (packed.length > unpacked.length || strayNames.has('ObjStm'))
    throw new Error('A stream of objects could not be unpacked')
  const read = assigned.map(([ref, object]) => [ref.objectNumber, object] as const)
  const resolve = resolverOf(isEncrypted ? read : [...read, ...numbered])
  const parts = [
    { objects: read.map(([, object]) => object), resolve, hasText: true },
    { objects: withoutReadStreams(numbered, read), resolve, hasText: !isEncrypted },
  ]
  return { parts, strayNames }
}

function innerValues(value: PDFObject): PDFObject[] {
  const inner = value instanceof PDFStream ? value.dict : value
  if (inner instanceof PDFArray) return inner.asArray()
  return inner instanceof PDFDict ? inner.values() : []
}

/** Every value of these objects, also those inside others. Iterative: a file may nest them deeply. */
export function* valuesWithin(objects: readonly PDFObject[]): Generator<PDFObject> {
  const rest = [...objects]
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    yield value
    for (const inner of innerValues(value)) rest.push(inner)
  }
}

/** The numbers that a value may stand for. */
export const numbersOf = ({ resolve }: PdfObjects, value: PDFObject | undefined) =>
  resolve(value).flatMap((one) => (one instanceof PDFNumber ? one.asNumber() : []))
