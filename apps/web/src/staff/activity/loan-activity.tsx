import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable } from '@quincena/domain/loans/rules'
import { IconPhone } from '@tabler/icons-react'
import { smallIcon } from '../../components/small-icon.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { ContactDialog } from './contact-dialog.tsx'

/** The activity of a loan; of one that is to be paid, staff also register contacts. */
export function LoanActivity({ loan }: { loan: LoanDetail }) {
  const [isRegistering, registering] = useDisclosure(false)
  const { first_name, last_name } = loan.user
  const register = (
    <Button variant="default" leftSection={smallIcon(IconPhone)} onClick={registering.open}>
      Registrar contacto
    </Button>
  )
  return (
    <>
      <ActivityTab record={{ kind: 'loan', id: loan.id }} actions={isPayable(loan.state) && register} />
      {isRegistering && (
        <ContactDialog loan={loan} person={`${first_name} ${last_name}`} opened onClose={registering.close} />
      )}
    </>
  )
}
