import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bankAccountsQuery } from './api.ts'

/** Chooses an open bank account of the lender by its id as text. */
export function AccountSelect({ error, ...props }: Omit<SelectProps, 'data'>) {
  const { data, error: failure } = useQuery(bankAccountsQuery)
  const accounts = (data?.results ?? []).filter(({ closed_at }) => closed_at === null)
  const isFailed = failure !== null && data === undefined
  return (
    <Select
      label="Cuenta bancaria"
      placeholder={data === undefined && !isFailed ? 'Cargando' : 'Elige una cuenta'}
      allowDeselect={false}
      data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
      error={isFailed ? 'No se pudieron cargar las cuentas. Cierra la ventana e intenta de nuevo.' : error}
      {...props}
    />
  )
}
