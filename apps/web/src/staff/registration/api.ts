import { user } from '@quincena/domain/users/schema'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Registers a member of staff. */
export const useRegisterUser = () =>
  useMutation({
    mutationFn: (body: object) =>
      withErrorText(api.post(user, '/auth/register', { body }), 'Hubo un error al agregar el usuario.'),
    onSuccess: useRefresh('user'),
  })
