import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawPng } from '../../../test/png.ts'
import { readSignature } from './rules.ts'

const url = (file: Buffer) => `data:image/png;base64,${file.toString('base64')}`
const side = 8
const clear = [0, 0, 0, 0]
const white = [255, 255, 255, 255]
const black = [0, 0, 0, 255]

/** A picture of one colour with one pixel of another. */
const dot = (ground: number[], ink: number[]) => (index: number) => (index === 30 ? ink : ground)

describe('a signature', () => {
  test.each([
    ['black on clear', 6, dot(clear, black)],
    ['white on clear, as a dark screen draws it', 6, dot(clear, white)],
    ['black on white', 6, dot(white, black)],
    ['RGB', 2, dot([255, 255, 255], [20, 20, 120])],
    ['gray', 0, dot([255], [0])],
    ['gray with alpha', 4, dot([0, 0], [0, 255])],
  ])('accepts a picture with ink: %s', (_, colour, pixel) => {
    const file = drawPng({ width: side, height: side, colour, pixel })
    expect(readSignature(url(file)).equals(file)).toBe(true)
  })

  test.each([0, 1, 2, 3, 4])('reads row filter %i', (filter) => {
    const file = drawPng({ width: side, height: side, colour: 6, pixel: dot(clear, black), filter })
    expect(readSignature(url(file)).equals(file)).toBe(true)
    const blank = drawPng({ width: side, height: side, colour: 6, pixel: () => white, filter })
    expect(() => readSignature(url(blank))).toThrow('signature.empty')
  })

  test('reads a palette with its transparency', () => {
    const pixel = (index: number) => [index === 30 ? 1 : 0]
    const look = { width: side, height: side, colour: 3, pixel, palette: [255, 255, 255, 0, 0, 80] }
    expect(readSignature(url(drawPng(look)))).toBeInstanceOf(Buffer)
    expect(() => readSignature(url(drawPng({ ...look, pixel: () => [0] })))).toThrow('signature.empty')
  })

  test.each([
    ['all clear', 6, () => clear],
    ['all white', 6, () => white],
    ['all white, RGB', 2, () => [255, 255, 255]],
  ])('refuses a picture without ink as signature.empty: %s', (_, colour, pixel) => {
    expect(() => readSignature(url(drawPng({ width: side, height: side, colour, pixel })))).toThrow(
      'signature.empty',
    )
  })

  const good = drawPng({ width: side, height: side, colour: 6, pixel: dot(clear, black) })
  const overlong = Buffer.concat([deflateSync(Buffer.alloc(10_000))])
  test.each([
    ['another kind of file', Buffer.from('%PDF-1.7 not a picture')],
    ['a cut file', good.subarray(0, good.length - 20)],
    ['no pixels', drawPng({ width: 0, height: 8, colour: 6, pixel: () => clear })],
    ['over 2000 pixels wide', drawPng({ width: 2001, height: 1, colour: 6, pixel: () => black })],
    [
      'more data than its size',
      drawPng({ width: 1, height: 1, colour: 6, pixel: () => black, packed: overlong }),
    ],
    ['over 300 KB', Buffer.concat([good, Buffer.alloc(300 * 1024)])],
  ])('refuses an invalid file as signature.invalid: %s', (_, file) => {
    expect(() => readSignature(url(file))).toThrow('signature.invalid')
  })
})
