import { inflateSync, constants as zlib } from 'node:zlib'
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'
import { jpegFrames } from '../images/header-pixels.ts'
import { numbersOf, type PdfObjects } from './every-object.ts'

/** A browser decodes a picture whole, at four bytes per pixel. A page of A4 at 600 dots per inch has 35 million. */
const pixelLimit = 100_000_000

const key = {
  width: ['Width', 'W'].map((name) => PDFName.of(name)),
  height: ['Height', 'H'].map((name) => PDFName.of(name)),
  filter: ['Filter', 'F'].map((name) => PDFName.of(name)),
  parameters: PDFName.of('DecodeParms'),
  subtype: PDFName.of('Subtype'),
}

const largest = (values: Iterable<number>) => [...values].reduce((most, value) => Math.max(most, value), 0)

/** The pixels that a dictionary states as width and height; 0 without both. */
function statedPixels(dict: PDFDict, file: PdfObjects): number {
  const most = (names: PDFName[]) => largest(names.flatMap((name) => numbersOf(file, dict.get(name))))
  return most(key.width) * most(key.height)
}

/** The filters of a stream, the outermost first. */
function filtersOf(dict: PDFDict, { resolve }: PdfObjects): string[] {
  const values = key.filter.flatMap((name) => resolve(dict.get(name)))
  const names = values.flatMap((value) => (value instanceof PDFArray ? value.asArray() : [value]))
  return names.flatMap(resolve).flatMap((name) => (name instanceof PDFName ? name.decodeText() : []))
}

/** The bytes of a stream after these filters. Empty if they cannot be decoded. */
function decode({ dict, contents }: PDFRawStream, filters: readonly string[]): Buffer {
  if (filters.length === 0) return Buffer.from(contents)
  const copy = dict.clone()
  copy.delete(key.parameters)
  copy.set(PDFName.of('Filter'), dict.context.obj([...filters]))
  try {
    // Faster than pdf-lib, but it refuses damaged data that readers accept.
    if (filters.length === 1 && filters[0] === 'FlateDecode')
      return inflateSync(contents, { finishFlush: zlib.Z_SYNC_FLUSH })
  } catch {}
  try {
    return Buffer.from(decodePDFRawStream(PDFRawStream.of(copy, contents)).decode())
  } catch {
    return Buffer.alloc(0)
  }
}

/** The SIZ marker of a JPEG 2000 picture, and its offset to the corners of the picture (ISO 15444-1, A.5.1). */
const sizeMarker = Buffer.from([0xff, 0x4f, 0xff, 0x51])

/** Pixels of each JPEG 2000 picture in these bytes. */
function* jpxPixels(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(sizeMarker); at !== -1; at = bytes.indexOf(sizeMarker, at + 4))
    if (at + 24 <= bytes.length)
      yield Math.max(0, bytes.readUInt32BE(at + 8) - bytes.readUInt32BE(at + 16)) *
        Math.max(0, bytes.readUInt32BE(at + 12) - bytes.readUInt32BE(at + 20))
}

const start = Buffer.from('BI')
const dictionaryEnd = /[\s\0\])>]ID[\s\0]/
const isSeparator = (byte: number | undefined) =>
  byte !== undefined && [0, 9, 10, 12, 13, 32, 0x25, 0x2f].includes(byte)

/** The largest number beside one of these keys in the text of an inline picture's dictionary. */
function inlineNumber(text: string, names: string): number {
  const pairs = text.matchAll(new RegExp(`/(?:${names})[\\s\\0]*(\\+?[\\d.]+(?:[eE]\\d+)?)`, 'g'))
  return largest(Array.from(pairs, ([, number]) => Number(number)).filter(Number.isFinite))
}

/** Pixels of each inline picture (`BI … ID … EI`) in the content of a page. */
function* inlinePixels(content: Buffer): Generator<number> {
  for (let at = content.indexOf(start); at !== -1; at = content.indexOf(start, at + 2)) {
    if (!isSeparator(content[at + 2])) continue
    const after = content.toString('latin1', at + 2, at + 1_000_000)
    const end = dictionaryEnd.exec(after)
    if (end === null) continue
    const text = after
      .slice(0, end.index + 1)
      .replace(/%[^\r\n]*/g, ' ')
      .replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    yield inlineNumber(text, 'W|Width') * inlineNumber(text, 'H|Height')
  }
}

const jpegFilters = ['DCTDecode', 'DCT']
const isImageFilter = (name: string) =>
  [...jpegFilters, 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode'].includes(name)

/** Pixels of the pictures inside a stream, by their own headers. */
function innerPixels(stream: PDFRawStream, file: PdfObjects): number {
  const filters = filtersOf(stream.dict, file)
  const index = filters.findIndex(isImageFilter)
  const filter = filters[index]
  if (filter === undefined) {
    const isPicture = stream.dict.get(key.subtype) === PDFName.of('Image')
    return isPicture ? 0 : largest(inlinePixels(decode(stream, filters)))
  }
  const data = decode(stream, filters.slice(0, index))
  if (filter === 'JPXDecode') return largest(jpxPixels(data))
  return jpegFilters.includes(filter) ? largest(jpegFrames(data)) : 0
}

/**
 * True if a value is or holds a picture of more than 100 million pixels: by the width and height of its dictionary, by
 * the header of a JPEG or JPEG 2000 file, or as an inline picture of a page's content.
 */
export function isTooLarge(value: PDFObject, file: PdfObjects): boolean {
  if (value instanceof PDFDict) return statedPixels(value, file) > pixelLimit
  return (
    value instanceof PDFRawStream &&
    Math.max(statedPixels(value.dict, file), innerPixels(value, file)) > pixelLimit
  )
}
