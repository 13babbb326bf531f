import { Button, Stack } from '@mantine/core'
import type { Assistance } from '@quincena/domain/assistances/schema'
import { IconExternalLink, IconPhone } from '@tabler/icons-react'
import { BottomSheet } from '../../components/bottom-sheet.tsx'
import { GoButton } from '../../components/links.tsx'
import { useUser } from '../../lib/session.ts'
import classes from './assistance-sheet.module.css'

interface AssistanceSheetProps {
  /** Assistance to show; null closes the sheet. */
  assistance: Assistance | null
  phone: string
  onClose: () => void
}

/** Details of an assistance with phone and link; a worker without complete documents gets a button to send them. */
export function AssistanceSheet({ assistance, phone, onClose }: AssistanceSheetProps) {
  const { has_all_documents } = useUser()
  return (
    <BottomSheet opened={assistance !== null} title={assistance?.name ?? ''} onClose={onClose}>
      <p className={classes.text}>{assistance?.description}</p>
      <Stack gap={8}>
        {phone !== '' && (
          <Button
            component="a"
            href={`tel:${phone.replace(/[^0-9+]/g, '')}`}
            size="lg"
            fullWidth
            leftSection={<IconPhone size={20} stroke={1.75} aria-hidden />}
          >
            Llamar al {phone}
          </Button>
        )}
        {assistance?.url && (
          <Button
            component="a"
            href={assistance.url}
            target="_blank"
            rel="noopener noreferrer"
            variant="light"
            size="lg"
            fullWidth
            leftSection={<IconExternalLink size={20} stroke={1.75} aria-hidden />}
          >
            Más información
          </Button>
        )}
        {!has_all_documents && (
          <GoButton to="/app/documents-anticipation" variant="subtle" size="lg" fullWidth>
            Subir mis documentos
          </GoButton>
        )}
      </Stack>
    </BottomSheet>
  )
}
