import { PICTURE_LIMIT_BYTES, pictureAnswer } from '@quincena/domain/users/picture'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { readParts } from '../../http/multipart.ts'
import { contextOf } from '../../http/request.ts'
import { readPicture } from '../../images/picture-size.ts'
import { removePicture, setPicture, storageKey } from './commands.ts'

/** The app draws 512 pixels a side; a larger picture would be decoded in every list that shows the person. */
const pixelLimit = 2048 * 2048

/**
 * Reads and strips the picture of a form. Throws `picture.too_large` (413) and `picture.unreadable` (415) at `file`,
 * and as `readPicture`.
 */
async function readUpload(deps: Deps, request: FastifyRequest) {
  const { file } = await readParts(deps, request, PICTURE_LIMIT_BYTES)
  if (file?.is_cut === true)
    throw new AppError('picture.too_large', 413, { fields: { file: 'picture.too_large' } })
  const picture = file === undefined ? null : readPicture(file.bytes, pixelLimit)
  if (picture === null)
    throw new AppError('picture.unreadable', 415, { fields: { file: 'picture.unreadable' } })
  return picture
}

/** Cached for a year: an id is never used for another picture. */
const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'private, max-age=31536000, immutable',
}

/** Routes of users' pictures. */
export function pictureRoutes(app: App, deps: Deps) {
  const tags = ['users']
  app.put(
    '/auth/picture',
    allow('any', { tags, consumes: ['multipart/form-data'], response: { 200: pictureAnswer } }),
    async (request) => setPicture(deps, contextOf(request), await readUpload(deps, request)),
  )
  app.delete('/auth/picture', allow('any', { tags, response: { 200: pictureAnswer } }), (request) =>
    removePicture(deps, contextOf(request)),
  )
  // The id authorizes the request: it has 122 random bits, and an <img> sends no bearer token.
  app.get(
    '/auth/picture/:id',
    allow('public', { tags, params: z.object({ id: z.uuid() }) }),
    async (request, reply) => {
      const { id } = request.params
      const row = await deps.db
        .selectFrom('app_user')
        .select('picture_type')
        .where('picture_id', '=', id)
        .executeTakeFirst()
      if (row?.picture_type == null) throw new AppError('picture.not_found', 404)
      const bytes = await deps.storage.get(storageKey(id))
      return reply.headers({ ...headers, 'content-type': row.picture_type }).send(Buffer.from(bytes))
    },
  )
}
