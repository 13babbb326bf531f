import type { Page } from '@playwright/test'

/** An APP1 segment with only the EXIF orientation (tag 0x0112). */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.byteLength + 2, 2)
  return Buffer.concat([head, body])
}

interface PhotoOptions {
  name: string
  /** Width in px as stored, before the orientation is applied. */
  width: number
  height: number
  /** EXIF orientation; 6: the camera was held upright. */
  orientation?: number
}

/** Makes a photo of a paper on a table like that of a phone's camera: large, with noise and EXIF orientation. */
export async function takePhoto(page: Page, photo: PhotoOptions) {
  const { name, orientation = 1 } = photo
  const base64 = await page.evaluate(({ width, height, name: text }) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.fillStyle = '#8a7a66'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#fbfaf7'
    context.fillRect(width * 0.1, height * 0.1, width * 0.8, height * 0.8)
    context.fillStyle = '#1d2426'
    context.font = `${height / 14}px sans-serif`
    for (let row = 3; row < 12; row += 1)
      context.fillText(`${text} · renglón ${row}`, width * 0.15, (height * row) / 14)
    const imageData = context.getImageData(0, 0, width, height)
    for (let at = 0; at < imageData.data.length; at += 4) {
      const grain = ((at * 2654435761) >>> 24) / 12
      imageData.data[at] = (imageData.data[at] ?? 0) - grain
    }
    context.putImageData(imageData, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? ''
  }, photo)
  const jpeg = Buffer.from(base64, 'base64')
  const start = jpeg.subarray(0, 2)
  const buffer = Buffer.concat([start, orientationSegment(orientation), jpeg.subarray(2)])
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }
}
