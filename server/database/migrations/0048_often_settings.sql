-- Points for heavy hours are counted in another way: what was set for the former count would mean something else.
update organizations
set leak_settings = leak_settings
  - '{oftenFade, oftenNightPoints, oftenPoints, oftenPointsToilet, newMeterOftenPoints, newMeterOftenPointsToilet}'::text[]
where leak_settings <> '{}';
