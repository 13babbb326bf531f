export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const side_px = 512
const quality = 0.85

/** Redraws the chosen square as a JPEG of 512 × 512 pixels, upright; the camera's metadata is not included. */
export async function squarePicture(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(side_px, side_px)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  // Transparent pixels become white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side_px, side_px)
  context.drawImage(bitmap, x, y, width, height, 0, 0, side_px, side_px)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
