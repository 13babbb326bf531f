import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { assistancesQuery } from './api.ts'

/** Button that calls the lender. Renders nothing until the phone number has loaded. */
export function CallLender({ variant = 'light' }: { variant?: 'light' | 'filled' }) {
  const { data } = useQuery(assistancesQuery)
  const phone = data?.support_phone ?? ''
  if (phone === '') return null
  return (
    <Button
      component="a"
      href={`tel:${phone.replace(/[^0-9+]/g, '')}`}
      variant={variant}
      size="lg"
      fullWidth
      leftSection={<IconPhone size={20} stroke={1.75} aria-hidden />}
    >
      Llamar al {phone}
    </Button>
  )
}
