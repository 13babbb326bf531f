import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../components/notice.tsx'
import { adminsQuery } from '../user/api.ts'

/** Shows a manager which admins can do something (at most three names): `may` completes «Solo administración». */
export function AdminList({ may }: { may: string }) {
  const { data } = useQuery(adminsQuery)
  const names = (data?.results ?? []).map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  return (
    <Notice tone="info">
      Solo administración {may}
      {names.length === 0 ? '.' : `: ${new Intl.ListFormat('es-MX', { type: 'disjunction' }).format(names)}.`}
    </Notice>
  )
}
