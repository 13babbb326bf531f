import { user } from '@quincena/domain/users/schema'
import { api } from '../../../lib/api.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'

/** Saves the changed fields of the worker's own data; a new e-mail or phone needs the current password. */
export const updateOwnData = (id: number, body: object) =>
  withErrorText(
    api.patch(user, `/auth/user/${id}/update`, { body }),
    'Error al actualizar el estado del usuario',
  )
