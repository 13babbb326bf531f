import { Button } from '@mantine/core'

interface MoreButtonProps {
  /** Infinite query of the list. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Button that loads the next page of a list. Renders nothing after the last page. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) {
  if (!hasNextPage) return null
  return (
    <Button
      variant="subtle"
      size="lg"
      fullWidth
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      Ver más
    </Button>
  )
}
