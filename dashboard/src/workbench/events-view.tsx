import { EventDetails } from '../parts/event-trail.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import { useDesk, useWords } from './bench.tsx';

export function EventsView() {
  const words = useWords();
  const events = useDesk('events', (api) => api.events());
  return (
    <Page title={words.views.events}>
      <Sheet>
        <Ready query={events}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="pulse" title={words.nothing} />
            ) : (
              data.map((event) => <EventDetails key={event.id} event={event} />)
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}
