-- Of what the index by tails (0091) reckons nothing is known before the next look at the table.
analyze velocities;
