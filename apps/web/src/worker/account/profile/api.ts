import { pictureAnswer } from '@quincena/domain/users/picture'
import { api } from '../../../lib/api.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'

/** Saves the worker's picture, a square image. */
export function savePicture(square: Blob) {
  const body = new FormData()
  body.set('file', square, 'foto.jpg')
  return withErrorText(api.put(pictureAnswer, '/auth/picture', { body }), 'No se pudo guardar tu foto.')
}

/** Removes the worker's picture. */
export const removePicture = () =>
  withErrorText(api.delete(pictureAnswer, '/auth/picture'), 'No se pudo quitar tu foto.')
