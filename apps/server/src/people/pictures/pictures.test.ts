import { deflateSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { pngChunk } from '../../../test/png.ts'
import { strippedPicture } from '../../images/strip-metadata.ts'
import { storageKey } from './commands.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const secret = 'GPS 25.6714,-100.3090'
const text = (words: string) => Buffer.from(words, 'latin1')

function segment(marker: number, data: Buffer) {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, data])
}
const scan = Buffer.concat([
  segment(0xda, text('\x01\x01\x00\x00\x3f\x00')),
  text('pixels'),
  Buffer.from([0xff, 0xd9]),
])
const jpegOf = (...extra: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, text('JFIF\0')),
    ...extra,
    segment(0xdb, text('table')),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    scan,
  ])

const ihdrOf = (side: number) =>
  Buffer.from([0, 0, side >> 8, side & 255, 0, 0, side >> 8, side & 255, 8, 0, 0, 0, 0])
const pngOf = (...extra: Buffer[]) => pngOfSide(1, ...extra)
const pngOfSide = (side: number, ...extra: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', ihdrOf(side)),
    ...extra,
    pngChunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

function riff(kind: string, data: Buffer) {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([text(kind), size, data, Buffer.alloc(data.length % 2)])
}
const webpOf = (flags: number, ...extra: Buffer[]) =>
  riff(
    'RIFF',
    Buffer.concat([
      text('WEBP'),
      riff('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
      riff('VP8 ', text('pixels')),
      ...extra,
    ]),
  )

test('removes metadata, comments and data after the end of a picture [E2.39]', () => {
  const jpeg = jpegOf(segment(0xe1, text(`Exif\0\0${secret}`)), segment(0xfe, text(secret)))
  expect(strippedPicture(Buffer.concat([jpeg, text(secret)]))).toEqual({
    type: 'image/jpeg',
    bytes: jpegOf(),
  })
  const png = pngOf(pngChunk('eXIf', text(secret)), pngChunk('tEXt', text(secret)))
  expect(strippedPicture(Buffer.concat([png, text(secret)]))).toEqual({ type: 'image/png', bytes: pngOf() })
  const webp = webpOf(0x1c, riff('EXIF', text(secret)), riff('XMP ', text(secret)))
  expect(strippedPicture(webp)).toEqual({ type: 'image/webp', bytes: webpOf(0x10) })
})

test('keeps only the first image of a JPEG, without data between its scans and without thumbnails [E2.39]', () => {
  const exif = segment(0xe1, text(`Exif\0\0${secret}`))
  const hidden = [exif, segment(0xfe, text(secret)), segment(0xf7, text(secret))]
  expect(strippedPicture(Buffer.concat([jpegOf(), jpegOf(exif)]))?.bytes).toEqual(jpegOf())

  // Stuffed zeros, restart markers and fill bytes belong to the pixels; end-of-image bytes inside a table do not end
  // the image.
  const pixels = Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 4, 0xff, 0xff])
  const inScans = (...between: Buffer[]) =>
    Buffer.concat([
      ...[Buffer.from([0xff, 0xd8]), segment(0xc2, text('frame'))],
      ...[segment(0xc4, Buffer.from([0xff, 0xd9, 7])), segment(0xda, text('a')), pixels, ...between],
      ...[segment(0xc4, text('table')), segment(0xda, text('b')), pixels.subarray(0, -2), ...between],
      Buffer.from([0xff, 0xd9]),
    ])
  expect(strippedPicture(Buffer.concat([inScans(...hidden), jpegOf(exif)]))?.bytes).toEqual(inScans())

  const small = segment(0xe0, text(`JFIF\0 with a small copy ${secret}`))
  expect(strippedPicture(jpegOf(small, segment(0xee, text(`Adobe ${secret}`))))?.bytes).toEqual(jpegOf())
  const adobe = segment(0xee, text('Adobe\0d\0\0\0\0\x01'))
  expect(strippedPicture(jpegOf(adobe))?.bytes).toEqual(jpegOf(adobe))
})

test('returns null for a file that is no picture or is damaged', () => {
  const wrongSum = pngOf()
  wrongSum[30] = (wrongSum[30] ?? 0) ^ 1
  const broken = [
    text('<svg onload="alert(1)"/>'),
    text('GIF89a'),
    Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0]),
    jpegOf().subarray(0, 20),
    wrongSum,
    jpegOf().subarray(0, -1),
  ]
  for (const bytes of [...broken, pngOf().subarray(0, 40), webpOf(0).subarray(0, 18), Buffer.alloc(0)])
    expect(strippedPicture(bytes)).toBeNull()
})

function form(bytes: Buffer) {
  const head = text(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="yo.gif"\r\nContent-Type: x/y\r\n\r\n',
  )
  return Buffer.concat([head, bytes, text('\r\n--b--\r\n')])
}

async function somebody() {
  const person = await makeWorker(ctx)
  const headers = await signIn(ctx, person)
  const call = (method: 'GET' | 'DELETE', path: string, as: Record<string, string> = headers) =>
    ctx.app.inject({ method, url: `${ctx.api}${path}`, headers: as })
  const put = (bytes: Buffer) =>
    ctx.app.inject({
      ...{ method: 'PUT', url: `${ctx.api}/auth/picture`, payload: form(bytes) },
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    })
  return { ...person, call, put }
}

test('refuses a picture of more than 2048 x 2048 pixels with 422, which the app never sends', async () => {
  const { put } = await somebody()
  expect((await put(pngOfSide(2048))).statusCode).toBe(200)
  const refusal = await put(pngOfSide(2049))
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'picture.oversized'])
})

test('serves a picture by its id without a session until it is replaced or removed', async () => {
  const { id, call, put } = await somebody()
  const first: string = (await put(jpegOf(segment(0xe1, text(secret))))).json().picture
  const shown = await call('GET', first, {})
  expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  expect(shown.rawPayload).toEqual(jpegOf())
  const staff = await signIn(ctx, await makeStaff(ctx, 'U1'))
  expect((await call('GET', `/auth/user/${id}`, staff)).json()).toMatchObject({ picture: first })

  const second: string = (await put(pngOf())).json().picture
  expect(second).not.toBe(first)
  expect((await call('GET', first, {})).statusCode).toBe(404)
  await expect(ctx.deps.storage.get(storageKey(first.split('/').at(-1) ?? ''))).rejects.toThrow()
  expect((await call('DELETE', '/auth/picture')).json()).toEqual({ picture: null })
  expect((await call('GET', second, {})).statusCode).toBe(404)
  expect((await call('GET', '/auth/user')).json().user.picture).toBeNull()
})

test('rejects a file that is no picture with 415 and one above the size limit with 413', async () => {
  const { put } = await somebody()
  const wrong = await put(text('%PDF-1.7'))
  expect([wrong.statusCode, wrong.json().code]).toEqual([415, 'picture.unreadable'])
  const big = await put(Buffer.concat([jpegOf(), Buffer.alloc(2 * 1024 * 1024)]))
  expect([big.statusCode, big.json().code]).toEqual([413, 'picture.too_large'])
})
