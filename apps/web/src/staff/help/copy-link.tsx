import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'

/** Copies the URL of one question, to share it. */
export function CopyLink({ id }: { id: string }) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const router = useRouter()
  const Icon = copied ? IconCheck : IconLink
  const onClick = () => {
    const { href } = router.buildLocation({ to: '/faq', search: { pregunta: id } })
    copy(new URL(router.history.createHref(href), window.location.origin).href)
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      {copied ? 'Enlace copiado' : 'Copiar enlace'}
    </Button>
  )
}
