import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { pdfOfImages } from './pdf-of-images.ts'

/** Red JPEG of 8 × 4 pixels, in base64. */
const red =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAEAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCEAdYf/9k='
const jpeg = Uint8Array.from(Buffer.from(red, 'base64'))

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** Reads the pages and their pictures with pdf.js, which the staff app also uses. */
async function read(blob: Blob) {
  const file = await getDocument({ data: await bytesOf(blob), verbosity: 0 }).promise
  const numbers = Array.from({ length: file.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const page = await file.getPage(number)
      const { fnArray, argsArray } = await page.getOperatorList()
      const [name, width, height] = argsArray[fnArray.indexOf(OPS.paintImageXObject)] ?? []
      const matrix = argsArray[fnArray.indexOf(OPS.transform)]?.map(Number)
      const picture = await new Promise<{ data?: Uint8Array }>((resolve) => page.objs.get(name, resolve))
      return { view: page.view, width, height, matrix, picture }
    }),
  )
}

test('puts each picture on its own letter page, in order and as large as fits [E2.45]', async () => {
  const pdf = pdfOfImages([
    { jpeg, width: 8, height: 4 },
    { jpeg, width: 4, height: 8 },
  ])
  expect(pdf.type).toBe('application/pdf')
  const [wide, high] = await read(pdf)
  expect(wide).toMatchObject({ view: [0, 0, 792, 612], width: 8, height: 4 })
  expect(wide?.matrix).toEqual([744, 0, 0, 372, 24, 120])
  const [r = 0, g = 255, b = 255] = wide?.picture.data ?? []
  expect([r > 150, g < 90, b < 90]).toEqual([true, true, true])
  expect(high).toMatchObject({ view: [0, 0, 612, 792], width: 4, height: 8 })
  expect(high?.matrix).toEqual([372, 0, 0, 744, 120, 24])
})

test('writes the right offset of each object and embeds the JPEG bytes unchanged', async () => {
  const bytes = await bytesOf(pdfOfImages([{ jpeg, width: 8, height: 4 }]))
  const text = Buffer.from(bytes).toString('latin1')
  expect(text.startsWith('%PDF-1.4\n')).toBe(true)
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const rows = text.slice(start).match(/^\d{10} 00000 n $/gm) ?? []
  expect(rows).toHaveLength(5)
  rows.forEach((row, index) => {
    expect(text.slice(Number(row.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj\\n`))
  })
  expect(text).toContain(`stream\n${Buffer.from(jpeg).toString('latin1')}\nendstream`)
})
