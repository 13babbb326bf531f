import type { Crop } from './crop.ts'
import type { PageImage } from './pdf-of-images.ts'

/** A photo as a JPEG, upright according to its EXIF orientation, with at most 3200 pixels on the longer side. */
export interface Photo {
  /** Object URL, valid until `revokePhoto`. */
  url: string
  width: number
  height: number
}

/** Changes that make a photo a page: number of clockwise quarter turns, then the crop. */
export interface Editing {
  turns: number
  crop: Crop
}

/** Page as it is put into the PDF, with an object URL to show it. */
export interface Page extends PageImage {
  url: string
}

/** Longer side of a letter page at 200 dots per inch, so that small print stays legible. */
const PAGE_PIXELS = 2200
/** Longer side of a kept photo: more than a page needs, so that a cropped part is still sharp. */
const PHOTO_PIXELS = 3200
const PAGE_BYTES = 900 * 1024
const PHOTO_QUALITY = 0.92
const qualities = [0.8, 0.7, 0.6, 0.5, 0.4]

async function decode(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas to draw on')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

const encode = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob>((resolve, reject) => {
    const settle = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('No picture was made')))
    canvas.toBlob(settle, 'image/jpeg', quality)
  })

const scaleToFit = (pixels: number, { width, height }: { width: number; height: number }) =>
  Math.min(1, pixels / Math.max(width, height))

/** Reads a picture, upright and scaled down to the maximum size. Throws if the browser cannot decode it. */
export async function readPhoto(file: Blob): Promise<Photo> {
  const url = URL.createObjectURL(file)
  try {
    const image = await decode(url)
    const full = { width: image.naturalWidth, height: image.naturalHeight }
    const scale = scaleToFit(PHOTO_PIXELS, full)
    const { canvas, context } = canvasOf(full.width * scale, full.height * scale)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const jpeg = await encode(canvas, PHOTO_QUALITY)
    return { url: URL.createObjectURL(jpeg), width: canvas.width, height: canvas.height }
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Size of a photo after its quarter turns. */
export function rotatedSize({ width, height }: Pick<Photo, 'width' | 'height'>, turns: number) {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** Rotates the canvas, and moves its origin so that the picture stays inside `view`. */
function rotateCanvas(
  context: CanvasRenderingContext2D,
  turns: number,
  view: { width: number; height: number },
) {
  const corners = [
    [0, 0],
    [view.width, 0],
    [view.width, view.height],
    [0, view.height],
  ]
  const [x = 0, y = 0] = corners[turns % 4] ?? []
  context.translate(x, y)
  context.rotate((turns * Math.PI) / 2)
}

async function draw(photo: Photo, { turns, crop }: Editing, pixels: number): Promise<HTMLCanvasElement> {
  const image = await decode(photo.url)
  const view = rotatedSize(photo, turns)
  const cropSize = {
    width: (crop.right - crop.left) * view.width,
    height: (crop.bottom - crop.top) * view.height,
  }
  const scale = scaleToFit(pixels, cropSize)
  const { canvas, context } = canvasOf(cropSize.width * scale, cropSize.height * scale)
  context.scale(scale, scale)
  context.translate(-crop.left * view.width, -crop.top * view.height)
  rotateCanvas(context, turns, view)
  context.drawImage(image, 0, 0, photo.width, photo.height)
  return canvas
}

/** Object URL of the turned photo, on which the crop is chosen. The caller must revoke it with `revokePhoto`. */
export async function drawRotated(photo: Photo, turns: number): Promise<string> {
  const fullArea = { left: 0, top: 0, right: 1, bottom: 1 }
  return URL.createObjectURL(await encode(await draw(photo, { turns, crop: fullArea }, 1600), 0.85))
}

async function encodeBelowLimit(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of qualities) {
    const blob = await encode(canvas, quality)
    if (blob.size <= PAGE_BYTES) return blob
  }
  return null
}

/** Makes a page of at most 900 KB: tries lower JPEG qualities first, then fewer pixels. */
export async function makePage(photo: Photo, editing: Editing): Promise<Page> {
  for (let pixels = PAGE_PIXELS; ; pixels = Math.round(pixels * 0.75)) {
    const canvas = await draw(photo, editing, pixels)
    const blob = await encodeBelowLimit(canvas)
    if (blob === null) continue
    const jpeg = new Uint8Array(await blob.arrayBuffer())
    return { jpeg, width: canvas.width, height: canvas.height, url: URL.createObjectURL(blob) }
  }
}

/** Frees the memory of a picture by revoking its object URL. */
export function revokePhoto(url: string): void {
  URL.revokeObjectURL(url)
}
