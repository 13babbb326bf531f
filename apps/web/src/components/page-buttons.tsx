import { Button } from '@mantine/core'
import classes from './page-buttons.module.css'

interface PageButtonsProps {
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Buttons to the previous and next page of a short list; renders nothing for a single page. */
export function PageButtons({ label, page, pages, onPage }: PageButtonsProps) {
  if (pages <= 1) return null
  return (
    <nav className={classes.pages} aria-label={label}>
      <Button variant="default" size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Anterior
      </Button>
      <span aria-live="polite">
        Página {page} de {pages}
      </span>
      <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Siguiente
      </Button>
    </nav>
  )
}
