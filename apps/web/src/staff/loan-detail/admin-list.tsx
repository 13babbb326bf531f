import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../components/notice.tsx'
import { adminsQuery } from '../user/api.ts'

/** Shows a manager which admins can correct the account, send the money again or cancel (at most three names). */
export function AdminList() {
  const { data } = useQuery(adminsQuery)
  const names = (data?.results ?? []).map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  return (
    <Notice tone="info">
      Solo administración puede corregir la cuenta, enviar de nuevo o cancelar
      {names.length === 0 ? '.' : `: ${new Intl.ListFormat('es-MX', { type: 'disjunction' }).format(names)}.`}
    </Notice>
  )
}
