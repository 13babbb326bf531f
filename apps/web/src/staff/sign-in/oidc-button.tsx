import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useState } from 'react'
import { FormError } from '../../components/form-error.tsx'
import { errorText, networkError } from '../../lib/api-error.ts'

/** The text of the button, which the server writes into the page where a provider of identities is configured. */
const label = () => document.querySelector('meta[name="oidc"]')?.getAttribute('content') ?? ''

async function leave(): Promise<void> {
  const { visitProvider } = await import('./api.ts').catch(() => {
    throw networkError()
  })
  await visitProvider()
}

/** A button that signs staff in at the lender's provider of identities, on its own page; nothing where there is none. */
export function OidcButton() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const visit = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      await leave() // stays busy until the other page is there
    } catch (error) {
      setProblem(errorText(error))
      setIsBusy(false)
    }
  }
  if (label() === '') return null
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={isBusy}
        leftSection={<IconBuilding size={20} stroke={1.75} aria-hidden />}
        onClick={() => void visit()}
      >
        {label()}
      </Button>
      <FormError text={problem} />
    </>
  )
}
