import { RouterProvider } from '@tanstack/react-router';
import { dashboardRouter } from './routes.tsx';
import { client, show } from './show.tsx';

await show(<RouterProvider router={dashboardRouter(client)} />);
